/* judge_plan.c - plans which pairs are read, in which order, on which side and by whom, and the key that
 * records it. */
#include "judge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Digest ---- */

static uint64_t hash(uint64_t state, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        state = (state ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return state;
}

static const uint64_t HASH_START = UINT64_C(0xcbf29ce484222325);

void judge_digest(const char *text, size_t length, char digest[17])
{
    snprintf(digest, 17, "%016" PRIx64, hash(HASH_START, text, length));
}

/* Of all summaries. It is part of the key, so that answers belong to these texts; and of the random state,
 * so that one seed gives other sides to other summaries. */
static uint64_t hash_texts(const judge_set *set)
{
    uint64_t state = HASH_START;
    for (size_t s = 0; s < set->systems; s++)
        for (size_t t = 0; t < set->topics; t++)
            if (set->system[s].text[t])
                state = hash(state, set->system[s].text[t], strlen(set->system[s].text[t]) + 1);
    return state;
}

/* ---- Order ---- */

static void shuffle(knap_rng *rng, size_t *list, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)knap_rng_below(rng, i), kept = list[i - 1];
        list[i - 1] = list[j];
        list[j] = kept;
    }
}

static size_t *shuffled(judge_memory *memory, knap_rng *rng, size_t count)
{
    size_t *list = judge_new(memory, count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = i;
    shuffle(rng, list, count);
    return list;
}

/* The pairs of one topic, in random order. */
typedef struct bundle {
    size_t topic;
    judge_pair *pair; /* [pairs] */
    size_t pairs;
} bundle;

static void add_pair(judge_plan *plan, bundle *to, size_t first, size_t second)
{
    const judge_set *set = plan->set;
    const char *left = set->system[first].text[to->topic], *right = set->system[second].text[to->topic];
    if (!left || !right)
        return;
    to->pair = judge_grow(set->memory, to->pair, to->pairs, sizeof *to->pair);
    to->pair[to->pairs++] =
        (judge_pair){.topic = to->topic, .first = first, .second = second, .same = strcmp(left, right) == 0};
}

static void fill_bundle(judge_plan *plan, bundle *to, knap_rng *rng, bool all_pairs)
{
    judge_pair *sorted;
    size_t *order;
    for (size_t first = 0; first < (all_pairs ? plan->set->systems : 1); first++)
        for (size_t second = first + 1; second < plan->set->systems; second++)
            add_pair(plan, to, first, second);
    order = shuffled(plan->set->memory, rng, to->pairs);
    sorted = judge_new(plan->set->memory, to->pairs + 1, sizeof *sorted);
    for (size_t i = 0; i < to->pairs; i++)
        sorted[i] = to->pair[order[i]];
    to->pair = sorted;
}

/* Topics that have pairs, in random order, at most `most` of them (0: all). */
static bundle *make_bundles(judge_plan *plan, const judge_plan_options *options, knap_rng *rng, size_t *count)
{
    const judge_set *set = plan->set;
    size_t *order = shuffled(set->memory, rng, set->topics);
    bundle *list = judge_new(set->memory, set->topics + 1, sizeof *list);
    *count = 0;
    for (size_t i = 0; i < set->topics && (!options->topics || *count < options->topics); i++) {
        bundle *next = &list[*count];
        next->topic = order[i];
        fill_bundle(plan, next, rng, options->all_pairs);
        *count += next->pairs > 0;
    }
    return list;
}

/* Takes one pair of every topic in turn, the topics in a new order each time: pairs of one topic are far apart. */
static void order_pairs(judge_plan *plan, const bundle *list, size_t count, knap_rng *rng)
{
    size_t *order = shuffled(plan->set->memory, rng, count), total = 0;
    for (size_t i = 0; i < count; i++)
        total += list[i].pairs;
    plan->pair = judge_new(plan->set->memory, total + 1, sizeof *plan->pair);
    for (int same = 0; same < 2; same++) {
        for (size_t round = 0, left = 1; left; round++) {
            left = 0;
            for (size_t i = 0; i < count; i++) {
                const bundle *from = &list[order[i]];
                if (round < from->pairs && from->pair[round].same == same)
                    plan->pair[plan->pairs++] = from->pair[round];
                left += round + 1 < from->pairs;
            }
            shuffle(rng, order, count);
        }
        if (!same)
            plan->to_read = plan->pairs;
    }
}

/* Draws the sides. Each system is A as often as B against each rival (or once more), since some judges favour a side;
 * in which pairs is random. */
static void draw_sides(judge_plan *plan, knap_rng *rng)
{
    size_t systems = plan->set->systems, *order = shuffled(plan->set->memory, rng, plan->to_read);
    unsigned char *next = judge_new(plan->set->memory, systems * systems, 1);
    for (size_t i = 0; i < systems * systems; i++)
        next[i] = (unsigned char)knap_rng_below(rng, 2);
    for (size_t i = 0; i < plan->to_read; i++) {
        judge_pair *pair = &plan->pair[order[i]];
        unsigned char *side = &next[pair->first * systems + pair->second];
        pair->swapped = *side;
        *side = !*side;
    }
}

/* ---- Parts ---- */

/* Marks `overlap` pairs, spread over the sheet and the topics, that every judge gets. */
static void choose_shared(judge_plan *plan, size_t overlap)
{
    size_t *used = judge_new(plan->set->memory, plan->set->topics, sizeof *used);
    for (size_t i = 0; i < overlap; i++) {
        size_t begin = i * plan->to_read / overlap, end = (i + 1) * plan->to_read / overlap, best = begin;
        for (size_t at = begin; at < end; at++)
            if (used[plan->pair[at].topic] < used[plan->pair[best].topic])
                best = at;
        used[plan->pair[best].topic]++;
        plan->pair[best].part = 0;
    }
}

/* Distributes the pairs topic by topic, so that a judge sees as few pairs of one topic as possible: a text
 * that occurs in several pairs reveals its system. */
static void deal(judge_plan *plan, size_t overlap)
{
    size_t topics = plan->set->topics, next = 0, *start, *list;
    for (size_t i = 0; i < plan->to_read; i++)
        plan->pair[i].part = 1;
    choose_shared(plan, overlap);
    start = judge_new(plan->set->memory, topics + 2, sizeof *start);
    list = judge_new(plan->set->memory, plan->to_read + 1, sizeof *list);
    for (size_t i = 0; i < plan->to_read; i++)
        start[plan->pair[i].topic + 2]++;
    for (size_t t = 0; t < topics; t++)
        start[t + 2] += start[t + 1];
    for (size_t i = 0; i < plan->to_read; i++)
        list[start[plan->pair[i].topic + 1]++] = i;
    for (size_t i = 0; i < plan->to_read; i++)
        if (plan->pair[list[i]].part)
            plan->pair[list[i]].part = next++ % plan->parts + 1;
}

static void name_pairs(judge_plan *plan)
{
    int digits = 3;
    for (size_t bound = 1000; bound <= plan->pairs; bound *= 10)
        digits++;
    for (size_t i = 0; i < plan->pairs; i++)
        plan->pair[i].id = judge_format(plan->set->memory, "%c%0*zu", i < plan->to_read ? 'P' : 'S', digits,
                                        i < plan->to_read ? i + 1 : i + 1 - plan->to_read);
}

/* ---- The key ---- */

static void write_rows(FILE *file, const judge_plan *plan)
{
    for (size_t i = 0; i < plan->pairs; i++) {
        const judge_pair *pair = &plan->pair[i];
        fprintf(file, "%s\t%s\t%s\t%s\t%s\t", pair->id, plan->set->topic[pair->topic].name,
                plan->set->system[pair->first].name, plan->set->system[pair->second].name,
                pair->swapped ? "second" : "first");
        if (pair->same)
            fprintf(file, "-\tyes\n");
        else if (pair->part)
            fprintf(file, "%zu\tno\n", pair->part);
        else
            fprintf(file, "all\tno\n");
    }
}

static void write_key(judge_plan *plan)
{
    const judge_set *set = plan->set;
    char *text;
    size_t length;
    FILE *file = cli_page(&text, &length);
    fprintf(file, "# seed %" PRIu64 "\n# texts %016" PRIx64 "\n", plan->seed, hash_texts(set));
    for (size_t s = 0; s < set->systems; s++)
        fprintf(file, "# system %s\n", set->system[s].name);
    fprintf(file, "pair\ttopic\tfirst\tsecond\ta\tpart\tidentical\n");
    write_rows(file, plan);
    cli_page_end(file, &text);
    judge_digest(text, length, plan->digest);
    plan->key = judge_format(set->memory, "# knap judge key 1\n# digest %s\n%s", plan->digest, text);
    free(text);
}

static knap_status refuse(knap_error *error, const char *message)
{
    return kn_fail(error, KNAP_USAGE, "%s", message);
}

knap_status judge_make_plan(judge_plan *plan, const judge_set *set, const judge_plan_options *options,
                            knap_error *error)
{
    knap_rng rng;
    bundle *list;
    size_t count;
    *plan = (judge_plan){.set = set, .parts = options->parts, .seed = options->seed};
    knap_rng_seed(&rng, options->seed ^ hash_texts(set));
    list = make_bundles(plan, options, &rng, &count);
    order_pairs(plan, list, count, &rng);
    draw_sides(plan, &rng);
    if (!plan->pairs)
        return refuse(error, "there is no pair: no topic has summaries of two systems that are compared");
    if (!plan->to_read)
        return refuse(error, "there is nothing to read: all summaries of a pair are the same text");
    if (options->parts > plan->to_read || options->overlap > plan->to_read)
        return refuse(error, "--parts and --overlap: there are fewer pairs than that");
    deal(plan, options->overlap);
    name_pairs(plan);
    write_key(plan);
    return KNAP_OK;
}

size_t judge_most_of_a_topic(const judge_plan *plan)
{
    size_t most = 0, *count = judge_new(plan->set->memory, plan->set->topics, sizeof *count);
    for (size_t part = 1; part <= plan->parts; part++) {
        memset(count, 0, plan->set->topics * sizeof *count);
        for (size_t i = 0; i < plan->to_read; i++) {
            const judge_pair *pair = &plan->pair[i];
            if ((pair->part == 0 || pair->part == part) && ++count[pair->topic] > most)
                most = count[pair->topic];
        }
    }
    return most;
}
