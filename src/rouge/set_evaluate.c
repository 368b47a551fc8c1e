/* set_evaluate.c - the scores of all summaries, and the averages of the systems.
 *
 *     summaries, grouped by topic -> references of the topic prepared -> scores
 *     scores -> system after system -> averages and their intervals */
#include "rouge/set.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/team.h"
#include "rouge/bootstrap.h"
#include "rouge/score.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 8 /* pieces of work per thread, from which on they are divided among the threads */ };

typedef struct work {
    knap_rouge_set *set;
    const knap_run *run;
    size_t first, count;          /* the peers that this process scores */
    size_t *start;                /* [topics + 1] into by_topic */
    size_t *by_topic;             /* [count] peers, topic after topic */
    knap_rouge_refs **refs;       /* [topics] or NULL: each is there only while its summaries are scored */
    kn_rouge_scratch *scratch;    /* [workers] */
    const knap_rouge_score **row; /* [peers] scores in string order of their names, system after system */
} work;

/* ---- Scores ---- */

static bool group_by_topic(work *on)
{
    const knap_rouge_set *set = on->set;
    size_t topics = set->topics.count, *start;
    on->start = start = kn_new(set->rouge->allocator, topics + 1, sizeof *on->start);
    on->by_topic = kn_new(set->rouge->allocator, on->count, sizeof *on->by_topic);
    if (!start || !on->by_topic)
        return false;
    for (size_t p = on->first; p < on->first + on->count; p++)
        start[set->peer[p].topic]++;
    for (size_t t = 0; t < topics; t++)
        start[t + 1] += start[t]; /* where the topic ends */
    for (size_t p = on->first + on->count; p-- > on->first;)
        on->by_topic[--start[set->peer[p].topic]] = p;
    return true;
}

static bool is_needed(const work *on, size_t topic)
{
    return on->start[topic] < on->start[topic + 1];
}

static knap_status prepare_topic(void *context, size_t index, size_t worker, knap_error *error)
{
    work *on = context;
    const kn_rouge_topic *topic = &on->set->topic[index];
    (void)worker;
    if (!is_needed(on, index))
        return KNAP_OK;
    return knap_rouge_refs_new(on->set->rouge, topic->reference, topic->references, &on->refs[index], error);
}

static knap_status score(const work *on, size_t number, const knap_rouge_refs *refs, size_t worker, knap_error *error)
{
    const knap_rouge_set *set = on->set;
    return kn_rouge_score_in(refs, &set->peer[number].text, &on->scratch[worker],
                             set->score + number * set->rouge->measures, error);
}

static knap_status score_peer(void *context, size_t index, size_t worker, knap_error *error)
{
    const work *on = context;
    size_t number = on->first + index;
    return score(on, number, on->refs[on->set->peer[number].topic], worker, error);
}

/* Prepared references take some ten times the memory of their texts, and are dropped as soon as the summaries are scored. */
static knap_status score_topic(void *context, size_t index, size_t worker, knap_error *error)
{
    const work *on = context;
    const kn_rouge_topic *topic = &on->set->topic[index];
    knap_rouge_refs *refs = NULL;
    knap_status status = KNAP_OK;
    if (is_needed(on, index))
        status = knap_rouge_refs_new(on->set->rouge, topic->reference, topic->references, &refs, error);
    for (size_t i = on->start[index]; !status && i < on->start[index + 1]; i++)
        status = score(on, on->by_topic[i], refs, worker, error);
    knap_rouge_refs_free(refs);
    return status;
}

/* Few topics may have many summaries each, which all threads score. */
static knap_status score_few_topics(work *on, knap_error *error)
{
    const knap_allocator *allocator = on->set->rouge->allocator;
    size_t topics = on->set->topics.count;
    knap_status status;
    on->refs = kn_new(allocator, topics, sizeof *on->refs);
    status = on->refs ? kn_parallel_run(on->run, "references", topics, prepare_topic, on, error) : kn_no_memory(error);
    if (!status)
        status = kn_parallel_run(on->run, "summaries", on->count, score_peer, on, error);
    for (size_t t = 0; on->refs && t < topics; t++)
        knap_rouge_refs_free(on->refs[t]);
    kn_free(allocator, on->refs, topics, sizeof *on->refs);
    return status;
}

/* Scores the peers of this process. */
static knap_status score_all(work *on, knap_error *error)
{
    size_t topics = on->set->topics.count;
    if (!group_by_topic(on))
        return kn_no_memory(error);
    if (topics < MANY * kn_workers(on->run->jobs))
        return score_few_topics(on, error);
    return kn_parallel_run(on->run, "summaries", topics, score_topic, on, error);
}

/* Each process of the team scores a run of the peers, those that it has the texts of; then all get all scores. */
static knap_status score_in_team(work *on, knap_error *error)
{
    enum { NUMBERS = sizeof(knap_rouge_score) / sizeof(double) };
    knap_rouge_set *set = on->set;
    const knap_team *team = on->run->team;
    size_t measures = set->rouge->measures, at = 0;
    kn_text mine = {.allocator = set->rouge->allocator};
    kn_messages all;
    knap_status status;
    on->first = set->team ? set->own_first : (size_t)kn_team_first(team, team->rank, set->peers);
    on->count = set->team ? set->own_peers : (size_t)kn_team_first(team, team->rank + 1, set->peers) - on->first;
    status = score_all(on, error);
    if (status)
        return status;
    kn_put_reals(&mine, (const double *)(const void *)(set->score + on->first * measures),
                 on->count * measures * NUMBERS);
    status = kn_team_share(team, &mine, &all, error);
    for (size_t rank = 0; !status && rank < team->size; rank++) {
        size_t peers = all.length[rank] / (measures * NUMBERS * sizeof(double));
        kn_bytes from = kn_message(&all, rank);
        if (peers <= set->peers - at)
            kn_take_reals(&from, (double *)(void *)(set->score + at * measures), peers * measures * NUMBERS);
        at += peers;
        if (from.bad || from.left || at > set->peers || (rank + 1 == team->size && at < set->peers))
            status = kn_fail(error, KNAP_BAD_INPUT, "the processes of the team do not have the same summaries");
    }
    kn_text_free(&mine);
    return status;
}

/* ---- Averages ---- */

typedef struct named {
    const char *name;
    size_t number;
} named;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* ROUGE-1.5.5 prints summaries by the number that their names begin with, if they do. */
static int by_printing(const void *a, const void *b)
{
    const char *x = ((const named *)a)->name, *y = ((const named *)b)->name;
    if (*x >= '0' && *x <= '9' && *y >= '0' && *y <= '9') {
        size_t x_zeros = strspn(x, "0"), y_zeros = strspn(y, "0");
        size_t x_digits = strspn(x + x_zeros, "0123456789"), y_digits = strspn(y + y_zeros, "0123456789");
        int order = x_digits != y_digits ? (x_digits < y_digits ? -1 : 1) : memcmp(x + x_zeros, y + y_zeros, x_digits);
        if (order != 0)
            return order;
    }
    return strcmp(x, y);
}

/* Ranks the systems by name and groups the peers by system, in string order for the bootstrap. */
static void arrange(knap_rouge_set *set, named *list)
{
    size_t systems = set->systems.count, *rank_of_system = set->rank; /* first the inverse */
    for (size_t s = 0; s < systems; s++)
        list[s] = (named){set->systems.name[s], s};
    qsort(list, systems, sizeof *list, by_name);
    for (size_t rank = 0; rank < systems; rank++)
        rank_of_system[list[rank].number] = rank;
    for (size_t p = 0; p < set->peers; p++)
        set->start[rank_of_system[set->peer[p].system] + 1]++;
    for (size_t rank = 0; rank < systems; rank++)
        set->start[rank + 1] += set->start[rank];
    for (size_t p = set->peers; p-- > 0;)
        set->order[--set->start[rank_of_system[set->peer[p].system] + 1]] = p;
    /* start[rank + 1] is now where `rank` begins. */
    memmove(set->start, set->start + 1, systems * sizeof *set->start);
    set->start[systems] = set->peers;
    for (size_t rank = 0; rank < systems; rank++)
        set->rank[rank] = list[rank].number;
}

static bool is_sorted(const named *list, size_t count, int (*order)(const void *, const void *))
{
    for (size_t i = 1; i < count; i++)
        if (order(&list[i - 1], &list[i]) > 0)
            return false;
    return true;
}

static void sort_peers(knap_rouge_set *set, named *list, int (*order)(const void *, const void *))
{
    for (size_t rank = 0; rank < set->ranked; rank++) {
        size_t start = set->start[rank], count = set->start[rank + 1] - start;
        for (size_t i = 0; i < count; i++)
            list[i] = (named){set->peer[set->order[start + i]].name, set->order[start + i]};
        if (!is_sorted(list, count, order))
            qsort(list, count, sizeof *list, order);
        for (size_t i = 0; i < count; i++)
            set->order[start + i] = list[i].number;
    }
}

static bool make_results(knap_rouge_set *set)
{
    const knap_allocator *allocator = set->rouge->allocator;
    size_t measures = set->rouge->measures;
    set->scored = set->peers;
    set->ranked = set->systems.count;
    set->score = kn_new(allocator, set->scored * measures, sizeof *set->score);
    set->order = kn_new(allocator, set->scored, sizeof *set->order);
    set->start = kn_new(allocator, set->ranked + 1, sizeof *set->start);
    set->rank = kn_new(allocator, set->ranked, sizeof *set->rank);
    set->average = kn_new(allocator, set->ranked * measures, sizeof *set->average);
    return set->score && set->order && set->start && set->rank && set->average;
}

static knap_status average_system(const work *on, size_t index, size_t jobs, knap_error *error)
{
    const knap_rouge_set *set = on->set;
    size_t start = set->start[index], count = set->start[index + 1] - start;
    if (!kn_rouge_bootstrap(set->rouge, on->row + start, count, jobs, set->average + index * set->rouge->measures))
        return kn_no_memory(error);
    return KNAP_OK;
}

static knap_status average_one(void *context, size_t index, size_t worker, knap_error *error)
{
    (void)worker;
    return average_system(context, index, 1, error);
}

/* Many systems are divided among the threads; of a few, the resamples of each are. */
static knap_status average_all(work *on, knap_error *error)
{
    size_t systems = on->set->ranked;
    knap_status status = KNAP_OK;
    if (systems >= MANY * kn_workers(on->run->jobs))
        return kn_parallel_run(on->run, "averages", systems, average_one, on, error);
    for (size_t i = 0; !status && i < systems; i++) {
        status = average_system(on, i, on->run->jobs, error);
        if (!status)
            status = kn_report(on->run, "averages", (double)(i + 1) / (double)systems, error);
    }
    return status;
}

static knap_status evaluate(work *on, knap_error *error)
{
    knap_rouge_set *set = on->set;
    const knap_allocator *allocator = set->rouge->allocator;
    size_t names = set->ranked > set->peers ? set->ranked : set->peers;
    named *list;
    knap_status status = kn_run_team(on->run) ? score_in_team(on, error) : score_all(on, error);
    if (status)
        return status;
    list = kn_new(allocator, names, sizeof *list);
    if (!list)
        return kn_no_memory(error);
    arrange(set, list);
    sort_peers(set, list, by_name);
    for (size_t i = 0; i < set->peers; i++)
        on->row[i] = set->score + set->order[i] * set->rouge->measures;
    status = average_all(on, error);
    sort_peers(set, list, by_printing);
    kn_free(allocator, list, names, sizeof *list);
    return status;
}

knap_status knap_rouge_set_evaluate(knap_rouge_set *set, const knap_run *run, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    KN_REQUIRE(set);
    if (!run)
        run = &plain;
    const knap_allocator *allocator = set->rouge->allocator;
    size_t workers = kn_workers(run->jobs);
    work on = {.set = set, .run = run, .count = set->peers};
    knap_status status;
    if (set->team && run->team != set->team)
        return kn_fail(error, KNAP_USAGE, "knap_rouge_set_evaluate: run->team must be the team that divided the set");
    for (size_t p = 0; p < set->peers; p++)
        if (!set->topic[set->peer[p].topic].references)
            return kn_fail(error, KNAP_BAD_INPUT, "topic %s has summaries but no references",
                           set->topics.name[set->peer[p].topic]);
    kn_rouge_set_forget(set);
    on.scratch = kn_new(allocator, workers, sizeof *on.scratch);
    on.row = kn_new(allocator, set->peers, sizeof *on.row);
    status = make_results(set) && on.scratch && on.row ? evaluate(&on, error) : kn_no_memory(error);
    for (size_t w = 0; on.scratch && w < workers; w++)
        kn_rouge_scratch_free(&on.scratch[w]);
    kn_free(allocator, on.start, set->topics.count + 1, sizeof *on.start);
    kn_free(allocator, on.by_topic, on.count, sizeof *on.by_topic);
    kn_free(allocator, on.scratch, workers, sizeof *on.scratch);
    kn_free(allocator, on.row, set->peers, sizeof *on.row);
    if (status)
        kn_rouge_set_forget(set);
    return status;
}
