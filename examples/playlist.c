/* playlist.c - defines a reward of its own and trains a policy on it.
 *
 * A listener likes some genres more than others and gets tired of each. The enjoyment of a playlist is
 *
 *     f(L) = sum over genres of sqrt(sum of the liking of its songs) / the same for all songs
 *
 * This is monotone and submodular. It is known for listeners who rated songs (training), and unknown for new listeners.
 * A song has a length in minutes, and features that are related to the liking. To build it with an installed knap:
 *
 *     cc playlist.c $(pkg-config --cflags --libs knap) -lm
 */
#include <knap/knap.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GENRES = 6, SONGS = 60 };

/* What the reward knows of an instance: the context handed to knap_instance_set_reward. */
typedef struct listener {
    uint32_t genre[SONGS];
    double liking[SONGS];
} listener;

/* The state of one list under construction. */
typedef struct enjoyment {
    const listener *who;
    double sum[GENRES]; /* liking heard so far */
    double best;        /* f before normalising, of all songs */
} enjoyment;

static double total(const double *sum)
{
    double value = 0;
    for (int g = 0; g < GENRES; g++)
        value += sqrt(sum[g]);
    return value;
}

static knap_status begin(const knap_instance *instance, const void *context, void **state, knap_error *error)
{
    enjoyment *made = calloc(1, sizeof *made);
    double all[GENRES] = {0};
    (void)instance;
    if (!made) {
        *error = (knap_error){.status = KNAP_NO_MEMORY, .message = "out of memory"};
        return KNAP_NO_MEMORY;
    }
    made->who = context;
    for (int s = 0; s < SONGS; s++)
        all[made->who->genre[s]] += made->who->liking[s];
    made->best = total(all);
    *state = made;
    return KNAP_OK;
}

static double gain(void *state, size_t song)
{
    const enjoyment *self = state;
    double before = self->sum[self->who->genre[song]];
    return (sqrt(before + self->who->liking[song]) - sqrt(before)) / self->best;
}

static void push(void *state, size_t song)
{
    enjoyment *self = state;
    self->sum[self->who->genre[song]] += self->who->liking[song];
}

static double value(const void *state)
{
    const enjoyment *self = state;
    return total(self->sum) / self->best;
}

static const knap_reward enjoyment_reward = {
    .name = "enjoyment", .submodular = 1, .begin = begin, .gain = gain, .push = push, .value = value, .end = free};

/* A listener with 60 songs and 40 minutes. The vector of a song is its genre, so that views see repetition.
 */
static knap_status add_listener(knap_data *data, listener *who, knap_rng *rng, knap_error *error)
{
    knap_instance *instance;
    double taste[GENRES];
    knap_status status = knap_data_add(data, NULL, 40, 0, &instance, error);
    for (int g = 0; g < GENRES; g++)
        taste[g] = knap_rng_uniform(rng);
    for (size_t s = 0; !status && s < SONGS; s++) {
        double minutes = 2 + (double)knap_rng_below(rng, 7), one = 1, quality = knap_rng_uniform(rng);
        who->genre[s] = (uint32_t)knap_rng_below(rng, GENRES);
        who->liking[s] = taste[who->genre[s]] * quality;
        /* plays of the genre, reviews of the song, their product per minute, and its length */
        double plays = taste[who->genre[s]] + 0.1 * knap_rng_normal(rng),
               reviews = quality + 0.1 * knap_rng_normal(rng);
        double feature[] = {plays, reviews, plays * reviews / minutes, minutes};
        knap_item song = {
            .cost = minutes, .feature = feature, .vector = &one, .vector_id = &who->genre[s], .vector_count = 1};
        status = knap_instance_add(instance, &song, error);
    }
    return status ? status : knap_instance_set_reward(instance, &enjoyment_reward, who, error);
}

static knap_status add_listeners(knap_data *data, listener *who, size_t count, uint64_t seed, knap_error *error)
{
    static const char *const names[] = {"plays", "reviews", "promise", "minutes"};
    knap_rng rng;
    size_t number;
    knap_status status = KNAP_OK;
    knap_rng_seed(&rng, seed);
    for (size_t i = 0; !status && i < 4; i++)
        status = knap_data_feature(data, names[i], &number, error);
    for (size_t i = 0; !status && i < count; i++)
        status = add_listener(data, &who[i], &rng, error);
    return status;
}

static knap_status mean_reward(const knap_model *model, const knap_data *data, double *mean, knap_error *error)
{
    size_t count = knap_data_count(data);
    knap_packed *packed = malloc(count * sizeof *packed);
    knap_status status = knap_pack_all(model, data, 1, NULL, packed, error);
    *mean = 0;
    for (size_t i = 0; !status && i < count; i++)
        *mean += packed[i].reward / (double)count;
    knap_packed_free(packed, count);
    free(packed);
    return status;
}

int main(void)
{
    enum { TRAIN = 80, TEST = 80 };
    static listener known[TRAIN], unknown[TEST];
    static const char *const systems[] = {"random", "mmr", "oracle"};
    knap_data *train = NULL, *test = NULL;
    knap_model *model = NULL;
    knap_settings settings;
    knap_error error;
    double mean;
    knap_status status;
    knap_settings_init(&settings);
    if ((status = knap_data_new(NULL, &train, &error)) || (status = knap_data_new(NULL, &test, &error)) ||
        (status = add_listeners(train, known, TRAIN, 1, &error)) ||
        (status = add_listeners(test, unknown, TEST, 2, &error)) ||
        (status = knap_train(train, NULL, &settings, 1, NULL, &model, NULL, &error)))
        goto done;
    printf("enjoyment of 40 minutes, mean over %d listeners we never asked\n", TEST);
    for (int i = 0; i < 3; i++) {
        knap_model *rival;
        if ((status = knap_system_fit(knap_system_find(systems[i]), NULL, NULL, NULL, &rival, &error)))
            goto done;
        status = mean_reward(rival, test, &mean, &error);
        knap_model_free(rival);
        if (status)
            goto done;
        printf("  %-8s %.3f\n", systems[i], mean);
        if (i == 1) {
            if ((status = mean_reward(model, test, &mean, &error)))
                goto done;
            printf("  %-8s %.3f\n", "learned", mean);
        }
    }
done:
    if (status) {
        char text[1024];
        fprintf(stderr, "playlist: %s\n", knap_error_text(&error, text, sizeof text));
    }
    knap_model_free(model);
    knap_data_free(train);
    knap_data_free(test);
    return status != KNAP_OK;
}
