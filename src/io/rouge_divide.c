/* rouge_divide.c - an evaluation in JSONL that the processes of a team read together, each its own lines.
 *
 *     lines of this process -> its own set, and an outline -> outlines of all -> one set without the texts of the others
 *
 * Every process goes through the outlines in the order of the file, so topics, systems and errors are those of one process that reads
 * all lines. A process keeps the summaries of its lines, which it scores. References that it needs and that are in the lines of
 * another process are sent to it. */
#include "io/divide.h"
#include "io/rouge_check.h"
#include "io/rouge_jsonl.h"
#include "rouge/set.h"
#include "base/team.h"

#include <fcntl.h>
#include <unistd.h>

typedef struct division {
    knap_rouge_set *set; /* of all lines */
    knap_rouge_set *own; /* of the lines of this process, with texts */
    const char *path;
    const knap_team *team;
    kn_rouge_seen seen;
} division;

/* ---- Outlines ---- */

static knap_status replay_references(division *self, size_t rank, size_t line, const char *topic, kn_bytes *from,
                                     knap_error *error)
{
    uint64_t digest = kn_take_count(from);
    size_t count = (size_t)kn_take_count(from), number = knap_rouge_set_find_topic(self->set, topic);
    size_t had = knap_rouge_set_reference_count(self->set, number);
    knap_status status = kn_rouge_check_references(&self->seen, topic, digest, had, count, self->path, line, error);
    if (status || had || count == 0)
        return status;
    number = kn_rouge_set_topic(self->set, topic);
    if (number == KN_NO_SYMBOL)
        return kn_no_memory(error);
    self->set->topic[number].references = count;
    self->set->topic[number].owner = rank;
    return KNAP_OK;
}

static knap_status replay_peer(division *self, size_t rank, size_t line, const char *topic, const char *system,
                               knap_error *error)
{
    static const knap_rouge_text nothing = {NULL, 0};
    knap_rouge_set *set = self->set;
    bool mine = rank == self->team->rank && set->own_peers < self->own->peers;
    const knap_rouge_text *text = mine ? &self->own->peer[set->own_peers].text : &nothing;
    knap_error problem;
    knap_status status;
    if (!system)
        return kn_team_disagrees(error);
    status = kn_rouge_set_place(set, topic, system, text, &problem);
    if (status == KNAP_BAD_INPUT)
        return kn_fail_at(error, KNAP_BAD_INPUT, self->path, line, "%s", problem.message);
    set->own_peers += mine;
    return status ? kn_no_memory(error) : KNAP_OK;
}

static knap_status replay(division *self, size_t rank, kn_bytes from, knap_error *error)
{
    knap_status status = KNAP_OK;
    if (rank == self->team->rank)
        self->set->own_first = self->set->peers;
    while (!status && from.left) {
        uint64_t event = kn_take_count(&from);
        size_t line = (size_t)kn_take_count(&from);
        const char *name = kn_take_name(&from);
        if (!name)
            status = kn_team_disagrees(error);
        else if (event == KN_ROUGE_REFERENCES)
            status = replay_references(self, rank, line, name, &from, error);
        else if (event == KN_ROUGE_PEER)
            status = replay_peer(self, rank, line, name, kn_take_name(&from), error);
        else
            status = kn_fail_at(error, KNAP_BAD_INPUT, self->path, line, "%s", name);
    }
    return status ? status : from.bad ? kn_team_disagrees(error) : KNAP_OK;
}

static knap_status replay_all(division *self, kn_text *outline, knap_error *error)
{
    kn_messages all;
    knap_status status = kn_team_share(self->team, outline, &all, error);
    for (size_t rank = 0; !status && rank < self->team->size; rank++)
        status = replay(self, rank, kn_message(&all, rank), error);
    return status;
}

/* ---- References ---- */

/* The references of the lines of this process belong to the set of all; their texts stay where they are. */
static knap_status keep_own(division *self, knap_error *error)
{
    for (size_t t = 0; t < self->own->topics.count; t++) {
        kn_rouge_topic *from = &self->own->topic[t];
        size_t number = knap_rouge_set_find_topic(self->set, self->own->topics.name[t]);
        kn_rouge_topic *to = number < self->set->topics.count ? &self->set->topic[number] : NULL;
        if (!to || !from->references || to->references != from->references)
            continue;
        if (!KN_ROOM(self->set->rouge->allocator, to->reference, from->references))
            return kn_no_memory(error);
        memcpy(to->reference, from->reference, from->references * sizeof *to->reference);
    }
    return KNAP_OK;
}

static bool lacks_references(const kn_rouge_topic *topic)
{
    return topic->references && !topic->reference;
}

/* Adds the topics of this process's summaries whose references it does not have. */
static void put_wanted(const division *self, kn_text *mine)
{
    const knap_rouge_set *set = self->set;
    for (size_t p = set->own_first; p < set->own_first + set->own_peers; p++)
        if (lacks_references(&set->topic[set->peer[p].topic]))
            kn_put_count(mine, set->peer[p].topic);
}

static void put_topic(const kn_rouge_topic *topic, size_t number, kn_text *mine)
{
    kn_put_count(mine, number);
    for (size_t r = 0; r < topic->references; r++) {
        kn_put_count(mine, topic->reference[r].count);
        for (size_t s = 0; s < topic->reference[r].count; s++) {
            kn_put_count(mine, topic->reference[r].segment[s].length);
            kn_text_add(mine, topic->reference[r].segment[s].bytes, topic->reference[r].segment[s].length);
        }
    }
}

/* The references of a topic from the bytes of put_topic. Those that this process does not need are passed over. */
static knap_status take_topic(const division *self, kn_bytes *from, const bool *wanted, knap_error *error)
{
    knap_rouge_set *set = self->set;
    size_t number = (size_t)kn_take_count(from);
    kn_rouge_topic *topic = number < set->topics.count ? &set->topic[number] : NULL;
    bool needed;
    if (!topic || topic->references > from->left / sizeof(uint64_t)) /* each has a count of segments */
        return kn_team_disagrees(error);
    needed = wanted[number] && lacks_references(topic);
    if (needed && !KN_ZEROED_ROOM(set->rouge->allocator, topic->reference, topic->references))
        return kn_no_memory(error);
    for (size_t r = 0; r < topic->references && !from->bad; r++) {
        size_t count = kn_take_size(from, from->left);
        knap_rouge_segment *segment = needed ? kn_arena_new(&set->arena, count, sizeof *segment) : NULL;
        if (needed && !segment)
            return kn_no_memory(error);
        for (size_t s = 0; s < count && !from->bad; s++) {
            size_t length = (size_t)kn_take_count(from);
            const char *bytes = kn_take(from, length);
            if (needed && bytes) {
                segment[s] = (knap_rouge_segment){kn_arena_text(&set->arena, bytes, length), length};
                if (!segment[s].bytes)
                    return kn_no_memory(error);
            }
        }
        if (needed)
            topic->reference[r] = (knap_rouge_text){segment, count};
    }
    return from->bad ? kn_team_disagrees(error) : KNAP_OK;
}

/* Marks the topics that processes need; *any says whether there are some. mine: those of this process alone. */
static knap_status find_wanted(const division *self, bool *wanted, bool *mine, bool *any, knap_error *error)
{
    kn_text list = {.allocator = self->set->rouge->allocator};
    kn_messages all;
    knap_status status;
    put_wanted(self, &list);
    status = kn_team_share(self->team, &list, &all, error);
    for (size_t rank = 0; !status && rank < self->team->size; rank++) {
        kn_bytes from = kn_message(&all, rank);
        while (!status && from.left) {
            uint64_t number = kn_take_count(&from);
            if (from.bad || number >= self->set->topics.count) {
                status = kn_team_disagrees(error);
                break;
            }
            wanted[number] = *any = true;
            mine[number] |= rank == self->team->rank;
        }
    }
    kn_text_free(&list);
    return status;
}

/* Sends references to the processes that need them. */
static knap_status send_references(const division *self, bool *wanted, bool *needed, knap_error *error)
{
    kn_text mine = {.allocator = self->set->rouge->allocator};
    const knap_rouge_set *set = self->set;
    kn_messages all;
    bool any = false;
    knap_status status = find_wanted(self, wanted, needed, &any, error);
    if (status || !any)
        return status;
    for (size_t t = 0; t < set->topics.count; t++)
        if (wanted[t] && set->topic[t].owner == self->team->rank && set->topic[t].reference)
            put_topic(&set->topic[t], t, &mine);
    status = kn_team_share(self->team, &mine, &all, error);
    for (size_t rank = 0; !status && rank < self->team->size; rank++) {
        kn_bytes from = kn_message(&all, rank);
        while (!status && from.left)
            status = take_topic(self, &from, needed, error);
    }
    kn_text_free(&mine);
    return status;
}

static knap_status exchange_references(const division *self, knap_error *error)
{
    const knap_allocator *allocator = self->set->rouge->allocator;
    size_t topics = self->set->topics.count;
    bool *wanted = kn_new(allocator, topics, sizeof *wanted), *needed = kn_new(allocator, topics, sizeof *needed);
    knap_status status = wanted && needed ? send_references(self, wanted, needed, error) : kn_no_memory(error);
    kn_free(allocator, wanted, topics, sizeof *wanted);
    kn_free(allocator, needed, topics, sizeof *needed);
    return status;
}

/* ---- The file ---- */

/* Reads the lines of this process into its own set. An error is a part of the outline: another process may have an earlier one. */
static knap_status read_own(division *self, int file, uint64_t size, kn_text *outline, knap_error *error)
{
    kn_own_lines lines;
    knap_status status;
    kn_own_lines_begin(&lines, self->set->rouge->allocator);
    status = kn_lines_divide(file, self->path, 0, 0, size, self->team, &lines, error);
    if (!status) {
        knap_error problem = {.status = KNAP_OK};
        status = kn_rouge_lines(self->own, self->path, &lines.text, lines.begin, lines.lines_before, outline, &problem);
        if (status == KNAP_BAD_INPUT) {
            kn_rouge_outline(outline, KN_ROUGE_ERROR, problem.line, problem.message);
            status = KNAP_OK;
        } else if (status && error) {
            *error = problem;
        }
    }
    kn_own_lines_free(&lines);
    return status;
}

static knap_status divide(division *self, int file, uint64_t size, knap_error *error)
{
    const knap_allocator *allocator = self->set->rouge->allocator;
    kn_text outline = {.allocator = allocator};
    knap_status status = knap_rouge_set_new(self->set->rouge, &self->own, error);
    self->set->own = self->own;
    self->set->team = self->team;
    kn_rouge_seen_begin(&self->seen, allocator);
    if (!status)
        status = read_own(self, file, size, &outline, error);
    if (!status)
        status = replay_all(self, &outline, error);
    if (!status)
        status = keep_own(self, error);
    if (!status)
        status = exchange_references(self, error);
    kn_rouge_seen_free(&self->seen);
    kn_text_free(&outline);
    return status;
}

knap_status knap_rouge_divide_jsonl(knap_rouge_set *set, const char *path, const knap_team *team, knap_error *error)
{
    division self = {.set = set, .path = path, .team = team};
    uint64_t size;
    int file;
    knap_status status = kn_rouge_check_read("knap_rouge_divide_jsonl", set, path, KNAP_ROUGE_SPL, error);
    if (status)
        return status;
    KN_REQUIRE(team);
    if (set->topics.count || set->team)
        return kn_fail(error, KNAP_USAGE, "knap_rouge_divide_jsonl: the set must be empty");
    if (team->size < 2 || strcmp(path, "-") == 0 || (file = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return knap_rouge_read_jsonl(set, path, error); /* which names what is wrong */
    if (kn_file_size(file, &size) && size > 0)
        status = divide(&self, file, size, error);
    else
        status = knap_rouge_read_jsonl(set, path, error);
    close(file);
    return status;
}
