/* text_reward_test.c - the rewards rouge-1 and content of lists of sentences: recounted from the texts, and monotone, submodular and
 * between 0 and 1 over all lists of random clusters. */
#include "check.h"

#include "inner.h"
#include "text/lexicon.h"

enum { MOST_ITEMS = 7, MOST_REFERENCES = 3, MOST_TEXT = 2048, MOST_WORDS = 64 };

static const char *const WORDS[] = {"the",   "of",    "and",   "was",   "in",   "on",    "river", "dam",   "mayor",
                                    "storm", "ferry", "crowd", "voted", "pier", "night", "water", "forty", "engine"};
enum { FUNCTION_WORDS = 6, ALL_WORDS = 18 };

typedef struct cluster {
    char document[MOST_TEXT], reference[MOST_REFERENCES][MOST_TEXT];
    size_t references;
} cluster;

/* Sentences of 9 to 12 words, half of which are function words; each ends in a number of its own, so that none comes twice. */
static void write_sentences(char *text, size_t count, knap_rng *rng, int *number)
{
    text[0] = 0;
    for (size_t s = 0; s < count; s++) {
        sprintf(text + strlen(text), "People");
        for (size_t w = 8 + knap_rng_below(rng, 4); w > 0; w--)
            sprintf(text + strlen(text), " %s",
                    WORDS[knap_rng_below(rng, 2) ? knap_rng_below(rng, FUNCTION_WORDS)
                                                 : FUNCTION_WORDS + knap_rng_below(rng, ALL_WORDS - FUNCTION_WORDS)]);
        sprintf(text + strlen(text), " number%d.\n", (*number)++);
    }
}

/* ---- The recount ---- */

typedef struct counts {
    char word[MOST_WORDS][32];
    double count[MOST_WORDS];
    size_t words;
} counts;

/* Adds the words of a text: runs of letters and digits in lower case; without function words for `content`. */
static void count_words(counts *self, const char *text, bool content)
{
    for (size_t i = 0; text[i];) {
        char word[32];
        size_t length = 0, at = 0;
        for (; (text[i] | 32) >= 'a' ? (text[i] | 32) <= 'z' : text[i] >= '0' && text[i] <= '9'; i++) {
            assert_true(length < sizeof word - 1);
            word[length++] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
        }
        word[length] = 0;
        if (length == 0) {
            i++;
            continue;
        }
        if (content && kn_is_function_word("en", word, length))
            continue;
        while (at < self->words && strcmp(self->word[at], word) != 0)
            at++;
        assert_true(at < MOST_WORDS);
        if (at == self->words) {
            strcpy(self->word[self->words++], word);
            self->count[at] = 0;
        }
        self->count[at]++;
    }
}

/* sum over references and words of min(count in the list, count in the reference), over the words of the references. */
static double recount(const cluster *from, const knap_material *material, unsigned list, bool content)
{
    counts have = {.words = 0};
    double hits = 0, total = 0;
    for (size_t i = 0; i < MOST_ITEMS; i++)
        if (list >> i & 1)
            count_words(&have, knap_material_item(material, 0, i).text, content);
    for (size_t r = 0; r < from->references; r++) {
        counts wanted = {.words = 0};
        count_words(&wanted, from->reference[r], content);
        for (size_t w = 0; w < wanted.words; w++) {
            total += wanted.count[w];
            for (size_t h = 0; h < have.words; h++)
                if (strcmp(have.word[h], wanted.word[w]) == 0)
                    hits += fmin(have.count[h], wanted.count[w]);
        }
    }
    return hits / total;
}

/* ---- All lists of a cluster ---- */

typedef struct opened {
    knap_document *document, *reference[MOST_REFERENCES];
    knap_cluster cluster;
    const knap_cluster *pointer[1];
    knap_summarizer *summarizer;
    knap_material *material;
} opened;

static void open_cluster(opened *self, const cluster *from, knap_text_reward reward)
{
    knap_text_settings text;
    *self = (opened){.cluster = {.id = "own", .documents = 1, .references = from->references}};
    self->cluster.document = &self->document;
    self->cluster.reference = self->reference;
    self->pointer[0] = &self->cluster;
    assert_ok(knap_document_new("d", from->document, strlen(from->document), NULL, NULL, &self->document, error));
    for (size_t r = 0; r < from->references; r++)
        assert_ok(knap_document_new("r", from->reference[r], strlen(from->reference[r]), NULL, NULL,
                                    &self->reference[r], error));
    knap_text_settings_init(&text);
    text.reward = reward;
    text.filter = 0;
    text.min_words = 1;
    assert_ok(knap_summarizer_fit(
        &(knap_training_set){.train = self->pointer, .trains = 1, .language = "en", .budget = {2000, KNAP_BYTES}},
        &text, NULL, &self->summarizer, &self->material, error));
}

static void close_cluster(opened *self)
{
    knap_material_free(self->material);
    knap_summarizer_free(self->summarizer);
    knap_document_free(self->document);
    for (size_t r = 0; r < self->cluster.references; r++)
        knap_document_free(self->reference[r]);
}

static double value_of(const knap_instance *instance, unsigned subset)
{
    size_t item[MOST_ITEMS];
    knap_list list = {.item = item};
    double value;
    for (size_t i = 0; i < MOST_ITEMS; i++)
        if (subset >> i & 1)
            item[list.count++] = i;
    assert_ok(knap_list_value(instance, &list, &value, error));
    return value;
}

static void check_lists(const cluster *from, knap_text_reward reward)
{
    opened self;
    static double value[1u << MOST_ITEMS];
    const knap_instance *instance;
    open_cluster(&self, from, reward);
    instance = knap_data_at(knap_material_data(self.material), 0);
    assert_int_equal(knap_instance_count(instance), MOST_ITEMS);
    for (unsigned list = 0; list < 1u << MOST_ITEMS; list++) {
        value[list] = value_of(instance, list);
        assert_close(value[list], recount(from, self.material, list, reward == KNAP_TEXT_CONTENT), 1e-12);
        assert_true(value[list] >= 0 && value[list] <= 1 + 1e-12);
    }
    assert_true(value[0] == 0);
    /* adding i earns something or nothing, and no more when j is there; that is enough for all pairs of lists */
    for (unsigned list = 0; list < 1u << MOST_ITEMS; list++)
        for (unsigned i = 0; i < MOST_ITEMS; i++)
            for (unsigned j = 0; j < MOST_ITEMS; j++) {
                unsigned with_i = list | 1u << i, with_j = list | 1u << j;
                assert_true(value[with_i] >= value[list]);
                if (i != j && !(list >> i & 1))
                    assert_true(value[with_i] - value[list] >= value[with_i | with_j] - value[with_j] - 1e-12);
            }
    close_cluster(&self);
}

static void rewards_are_recounted(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 11);
    for (int round = 0; round < 25; round++) {
        cluster from = {.references = 1 + knap_rng_below(&rng, MOST_REFERENCES)};
        int number = 0;
        write_sentences(from.document, MOST_ITEMS, &rng, &number);
        for (size_t r = 0; r < from.references; r++)
            write_sentences(from.reference[r], 1 + knap_rng_below(&rng, 3), &rng, &number);
        check_lists(&from, KNAP_TEXT_ROUGE_1);
        check_lists(&from, KNAP_TEXT_CONTENT);
    }
}

/* A list that says all of the reference earns 1; one that has only its function words earns nothing of `content`. */
static void rewards_are_normalised(void **state)
{
    cluster from = {.references = 1};
    knap_rng rng;
    int number = 0;
    (void)state;
    knap_rng_seed(&rng, 12);
    write_sentences(from.document, MOST_ITEMS, &rng, &number);
    strcpy(from.reference[0], from.document);
    for (int reward = 0; reward < 2; reward++) {
        opened self;
        open_cluster(&self, &from, (knap_text_reward)reward);
        assert_close(value_of(knap_data_at(knap_material_data(self.material), 0), (1u << MOST_ITEMS) - 1), 1, 1e-12);
        close_cluster(&self);
    }
    strcpy(from.reference[0], "The and of was in on the and of was in on the engineer.\n");
    for (int reward = 0; reward < 2; reward++) {
        opened self;
        double value;
        open_cluster(&self, &from, (knap_text_reward)reward);
        value = value_of(knap_data_at(knap_material_data(self.material), 0), (1u << MOST_ITEMS) - 1);
        assert_true(reward == KNAP_TEXT_CONTENT ? value == 0 : value > 0.5);
        close_cluster(&self);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rewards_are_recounted),
                                       cmocka_unit_test(rewards_are_normalised)};
    return cmocka_run_group_tests_name("text_reward", tests, NULL, NULL);
}
