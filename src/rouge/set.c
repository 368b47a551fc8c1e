/* set.c - a whole evaluation: topics with references, systems with summaries. */
#include "rouge/set.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/team.h"
#include "rouge/bootstrap.h"
#include "rouge/score.h"

#include <stdlib.h>
#include <string.h>

knap_status knap_rouge_set_new(const knap_rouge *rouge, knap_rouge_set **set, knap_error *error)
{
    KN_REQUIRE(set);
    *set = NULL;
    KN_REQUIRE(rouge);
    knap_rouge_set *made = kn_new(rouge->allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->rouge = rouge;
    made->arena.allocator = rouge->allocator;
    kn_symbols_begin(&made->topics, rouge->allocator);
    kn_symbols_begin(&made->systems, rouge->allocator);
    if (!kn_grams_begin(&made->pairs, rouge->allocator, 1)) {
        knap_rouge_set_free(made);
        return kn_no_memory(error);
    }
    *set = made;
    return KNAP_OK;
}

static void forget_results(knap_rouge_set *set)
{
    const knap_allocator *allocator = set->rouge->allocator;
    size_t measures = set->rouge->measures;
    kn_free(allocator, set->score, set->scored * measures, sizeof *set->score);
    kn_free(allocator, set->order, set->scored, sizeof *set->order);
    kn_free(allocator, set->start, set->ranked + 1, sizeof *set->start);
    kn_free(allocator, set->rank, set->ranked, sizeof *set->rank);
    kn_free(allocator, set->average, set->ranked * measures, sizeof *set->average);
    set->score = NULL;
    set->order = NULL;
    set->start = NULL;
    set->rank = NULL;
    set->average = NULL;
    set->scored = set->ranked = 0;
}

void knap_rouge_set_free(knap_rouge_set *set)
{
    const knap_allocator *allocator;
    if (!set)
        return;
    allocator = set->rouge->allocator;
    forget_results(set);
    for (size_t t = 0; t < set->topic_capacity && t < set->topics.count; t++)
        kn_free(allocator, set->topic[t].reference, set->topic[t].capacity, sizeof *set->topic[t].reference);
    kn_free(allocator, set->topic, set->topic_capacity, sizeof *set->topic);
    kn_free(allocator, set->peer, set->peer_capacity, sizeof *set->peer);
    kn_grams_free(&set->pairs);
    kn_symbols_free(&set->topics);
    kn_symbols_free(&set->systems);
    kn_arena_free(&set->arena);
    knap_rouge_set_free(set->own);
    kn_free(allocator, set, 1, sizeof *set);
}

/* ---- Filling ---- */

static bool copy_text(knap_rouge_set *set, const knap_rouge_text *text, knap_rouge_text *copy)
{
    knap_rouge_segment *segment = kn_arena_new(&set->arena, text->count, sizeof *segment);
    if (!segment)
        return false;
    for (size_t i = 0; i < text->count; i++) {
        segment[i].length = text->segment[i].length;
        segment[i].bytes = kn_arena_text(&set->arena, text->segment[i].bytes, segment[i].length);
        if (!segment[i].bytes)
            return false;
    }
    *copy = (knap_rouge_text){segment, text->count};
    return true;
}

uint32_t kn_rouge_set_topic(knap_rouge_set *set, const char *name)
{
    size_t before = set->topics.count;
    uint32_t topic;
    kn_rouge_topic *topics =
        kn_grow(set->rouge->allocator, set->topic, &set->topic_capacity, before + 1, sizeof *topics);
    if (!topics)
        return KN_NO_SYMBOL;
    set->topic = topics;
    topic = kn_symbols_add(&set->topics, name, strlen(name));
    if (set->topics.count > before)
        memset(&topics[before], 0, sizeof topics[before]);
    return topic;
}

static knap_status refuse(knap_error *error)
{
    return kn_fail(error, KNAP_USAGE, "nothing can be added to a set that is divided among processes");
}

knap_status knap_rouge_set_add_reference(knap_rouge_set *set, const char *topic, const knap_rouge_text *text,
                                         knap_error *error)
{
    KN_REQUIRE(set);
    KN_REQUIRE(topic);
    if (kn_rouge_check_text(text, error))
        return KNAP_USAGE;
    if (set->team)
        return refuse(error);
    uint32_t number = kn_rouge_set_topic(set, topic);
    kn_rouge_topic *to;
    knap_rouge_text *references;
    if (number == KN_NO_SYMBOL)
        return kn_no_memory(error);
    to = &set->topic[number];
    references = kn_grow(set->rouge->allocator, to->reference, &to->capacity, to->references + 1, sizeof *references);
    if (!references)
        return kn_no_memory(error);
    to->reference = references;
    if (!copy_text(set, text, &references[to->references]))
        return kn_no_memory(error);
    to->references++;
    return KNAP_OK;
}

static const char *peer_name(knap_rouge_set *set, const char *topic, const char *system)
{
    size_t topic_length = strlen(topic), system_length = strlen(system);
    char *name = kn_arena_new(&set->arena, topic_length + system_length + 2, 1);
    if (name) {
        memcpy(name, topic, topic_length);
        name[topic_length] = '.';
        memcpy(name + topic_length + 1, system, system_length);
    }
    return name;
}

knap_status kn_rouge_set_place(knap_rouge_set *set, const char *topic, const char *system, const knap_rouge_text *text,
                               knap_error *error)
{
    uint32_t topic_number = kn_rouge_set_topic(set, topic);
    uint32_t system_number = kn_symbols_add(&set->systems, system, strlen(system));
    kn_rouge_peer *peers, made;
    if (topic_number == KN_NO_SYMBOL || system_number == KN_NO_SYMBOL)
        return kn_no_memory(error);
    if (kn_grams_find(&set->pairs, topic_number, system_number) != KN_NO_GRAM)
        return kn_fail(error, KNAP_BAD_INPUT, "system %s has two summaries for topic %s", system, topic);
    peers = kn_grow(set->rouge->allocator, set->peer, &set->peer_capacity, set->peers + 1, sizeof *peers);
    if (!peers)
        return kn_no_memory(error);
    set->peer = peers;
    made.topic = topic_number;
    made.system = system_number;
    made.name = peer_name(set, topic, system);
    made.text = *text;
    if (!made.name)
        return kn_no_memory(error);
    /* Pairs are numbered in the order they come, as the peers are. */
    if (kn_grams_add(&set->pairs, topic_number, system_number, 0) == KN_NO_GRAM)
        return kn_no_memory(error);
    peers[set->peers++] = made;
    return KNAP_OK;
}

knap_status knap_rouge_set_add_peer(knap_rouge_set *set, const char *topic, const char *system,
                                    const knap_rouge_text *text, knap_error *error)
{
    knap_rouge_text copy;
    KN_REQUIRE(set);
    KN_REQUIRE(topic);
    KN_REQUIRE(system);
    if (kn_rouge_check_text(text, error))
        return KNAP_USAGE;
    if (set->team)
        return refuse(error);
    return copy_text(set, text, &copy) ? kn_rouge_set_place(set, topic, system, &copy, error) : kn_no_memory(error);
}

/* ---- Evaluating ---- */

typedef struct work {
    knap_rouge_set *set;
    size_t first;                 /* the first peer that this process scores */
    knap_rouge_refs **refs;       /* [topics] */
    kn_rouge_scratch *scratch;    /* [workers] */
    const knap_rouge_score **row; /* [peers] scores in string order of their names, system after system */
} work;

static knap_status prepare_topic(void *context, size_t index, size_t worker, knap_error *error)
{
    work *on = context;
    const kn_rouge_topic *topic = &on->set->topic[index];
    (void)worker;
    if (!topic->reference)
        return KNAP_OK;
    return knap_rouge_refs_new(on->set->rouge, topic->reference, topic->references, &on->refs[index], error);
}

static knap_status score_peer(void *context, size_t index, size_t worker, knap_error *error)
{
    work *on = context;
    const kn_rouge_peer *peer = &on->set->peer[on->first + index];
    knap_rouge_score *score = on->set->score + (on->first + index) * on->set->rouge->measures;
    return kn_rouge_score_in(on->refs[peer->topic], &peer->text, &on->scratch[worker], score, error);
}

static knap_status average_system(void *context, size_t index, size_t worker, knap_error *error)
{
    work *on = context;
    const knap_rouge_set *set = on->set;
    size_t start = set->start[index], count = set->start[index + 1] - start;
    (void)worker;
    if (!kn_rouge_bootstrap(set->rouge, on->row + start, count, set->average + index * set->rouge->measures))
        return kn_no_memory(error);
    return KNAP_OK;
}

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

static void sort_peers(knap_rouge_set *set, named *list, int (*order)(const void *, const void *))
{
    for (size_t rank = 0; rank < set->ranked; rank++) {
        size_t start = set->start[rank], count = set->start[rank + 1] - start;
        for (size_t i = 0; i < count; i++)
            list[i] = (named){set->peer[set->order[start + i]].name, set->order[start + i]};
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

/* Each process of the team scores a run of the peers, those that it has the texts of; then all get all scores. */
static knap_status score_in_team(work *on, const knap_run *run, knap_error *error)
{
    enum { NUMBERS = sizeof(knap_rouge_score) / sizeof(double) };
    knap_rouge_set *set = on->set;
    const knap_team *team = run->team;
    size_t measures = set->rouge->measures, end = (size_t)kn_team_first(team, team->rank + 1, set->peers), at = 0;
    kn_text mine = {.allocator = set->rouge->allocator};
    kn_messages all;
    knap_status status;
    on->first = (size_t)kn_team_first(team, team->rank, set->peers);
    if (set->team) {
        on->first = set->own_first;
        end = set->own_first + set->own_peers;
    }
    status = kn_parallel_run(run, "summaries", end - on->first, score_peer, on, error);
    if (status)
        return status;
    kn_put_reals(&mine, (const double *)(const void *)(set->score + on->first * measures),
                 (end - on->first) * measures * NUMBERS);
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

static knap_status evaluate(work *on, const knap_run *run, knap_error *error)
{
    knap_rouge_set *set = on->set;
    const knap_allocator *allocator = set->rouge->allocator;
    size_t names = set->ranked > set->peers ? set->ranked : set->peers;
    named *list;
    knap_status status = kn_parallel_run(run, "references", set->topics.count, prepare_topic, on, error);
    if (!status && kn_run_team(run))
        status = score_in_team(on, run, error);
    else if (!status)
        status = kn_parallel_run(run, "summaries", set->peers, score_peer, on, error);
    if (status)
        return status;
    list = kn_new(allocator, names, sizeof *list);
    if (!list)
        return kn_no_memory(error);
    arrange(set, list);
    sort_peers(set, list, by_name);
    for (size_t i = 0; i < set->peers; i++)
        on->row[i] = set->score + set->order[i] * set->rouge->measures;
    status = kn_parallel_run(run, "averages", set->ranked, average_system, on, error);
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
    size_t topics = set->topics.count, workers = kn_workers(run->jobs);
    work on = {.set = set};
    knap_status status;
    if (set->team && run->team != set->team)
        return kn_fail(error, KNAP_USAGE, "knap_rouge_set_evaluate: run->team must be the team that divided the set");
    for (size_t p = 0; p < set->peers; p++)
        if (!set->topic[set->peer[p].topic].references)
            return kn_fail(error, KNAP_BAD_INPUT, "topic %s has summaries but no references",
                           set->topics.name[set->peer[p].topic]);
    forget_results(set);
    on.refs = kn_new(allocator, topics, sizeof *on.refs);
    on.scratch = kn_new(allocator, workers, sizeof *on.scratch);
    on.row = kn_new(allocator, set->peers, sizeof *on.row);
    if (make_results(set) && on.refs && on.scratch && on.row)
        status = evaluate(&on, run, error);
    else
        status = kn_no_memory(error);
    for (size_t t = 0; on.refs && t < topics; t++)
        knap_rouge_refs_free(on.refs[t]);
    for (size_t w = 0; on.scratch && w < workers; w++)
        kn_rouge_scratch_free(&on.scratch[w]);
    kn_free(allocator, on.refs, topics, sizeof *on.refs);
    kn_free(allocator, on.scratch, workers, sizeof *on.scratch);
    kn_free(allocator, on.row, set->peers, sizeof *on.row);
    if (status)
        forget_results(set);
    return status;
}
