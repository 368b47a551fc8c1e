/* corpus_divide.c - a corpus that the processes of a team read together.
 *
 *     plan: files and their sizes -> one run of bytes per process -> its clusters, and its lines of JSON
 *     what each process found: counts, ids, notes -> exchanged -> the same corpus in all processes, without the texts of the others
 *
 * A cluster of files belongs to the process in whose run its first byte is, a cluster in JSON to that of the first byte of its line.
 * Whatever goes wrong is left to a reading of the whole corpus, which finds the same error as one process. */
#include "io/corpus_divide.h"
#include "io/clusters_json.h"
#include "io/divide.h"
#include "io/document_file.h"
#include "io/plan.h"
#include "base/error.h"
#include "base/team.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A file of clusters in JSON. */
typedef struct part {
    size_t step;
    uint64_t begin;     /* of the file, in the bytes of all */
    kn_own_lines lines; /* of this process */
} part;

/* A note, and where it belongs. */
typedef struct placed {
    knap_note note;
    size_t place, order;
} placed;

typedef struct division {
    knap_corpus *corpus;
    const kn_plan *plan;
    const knap_team *team;
    uint64_t bytes; /* of all files, and one for each cluster */
    part *part;     /* [parts] a growing array */
    size_t parts;
    size_t planned;  /* clusters of the plan */
    size_t notes;    /* of the plan */
    bool failed;     /* this process, or another one */
    kn_cluster **of; /* [ofs] a growing array: the clusters in JSON of all processes, in their order */
    size_t ofs;
} division;

/* ---- The plan ---- */

knap_status kn_corpus_agree(knap_corpus *corpus, knap_status planned, bool *agreed, knap_error *error)
{
    const kn_plan *plan = corpus->plan;
    kn_text mine = {.allocator = corpus->allocator};
    uint64_t digest = KN_HASH_START;
    kn_messages all;
    knap_status status;
    for (size_t i = 0; i < plan->steps; i++) {
        digest = kn_hash(digest, plan->step[i].path, strlen(plan->step[i].path) + 1);
        digest = kn_hash(digest, (const char *)&plan->step[i].size, sizeof plan->step[i].size);
    }
    kn_put_count(&mine, planned == KNAP_OK);
    kn_put_count(&mine, digest);
    status = kn_team_share(plan->team, &mine, &all, error);
    *agreed = true;
    for (size_t rank = 0; !status && rank < plan->team->size; rank++) {
        kn_bytes from = kn_message(&all, rank);
        *agreed &= kn_take_count(&from) == 1;
        *agreed &= kn_take_count(&from) == digest && !from.bad;
    }
    kn_text_free(&mine);
    return status;
}

/* Where the run of a process begins. */
static uint64_t place_of(const division *self, size_t rank)
{
    return kn_team_first(self->team, rank, self->bytes);
}

/* Lays clusters and files of clusters one after the other, and gives each cluster its owner. */
static knap_status assign(division *self, knap_error *error)
{
    knap_corpus *corpus = self->corpus;
    const kn_plan *plan = self->plan;
    uint64_t at = 0;
    size_t rank = 0, next = 0;
    for (size_t i = 0; i < plan->steps; i++)
        self->bytes += plan->step[i].size;
    self->bytes += corpus->clusters;
    for (size_t c = 0; c <= corpus->clusters; c++) {
        for (; next < plan->steps && (plan->step[next].cluster || plan->step[next].place == c); next++) {
            if (plan->step[next].cluster)
                continue;
            if (!KN_ROOM(corpus->allocator, self->part, self->parts + 1))
                return kn_no_memory(error);
            self->part[self->parts] = (part){.step = next, .begin = at};
            kn_own_lines_begin(&self->part[self->parts++].lines, corpus->allocator);
            at += plan->step[next].size;
        }
        if (c == corpus->clusters)
            break;
        while (at >= place_of(self, rank + 1))
            rank++;
        corpus->cluster[c]->owner = rank;
        at += corpus->cluster[c]->bytes + 1;
    }
    return KNAP_OK;
}

/* ---- Reading ---- */

/* Reads this process's lines of a file of clusters. */
static knap_status read_lines(division *self, part *in, knap_error *error)
{
    const kn_step *step = &self->plan->step[in->step];
    uint64_t begin = place_of(self, self->team->rank), end = place_of(self, self->team->rank + 1);
    knap_status status;
    int file;
    begin = begin > in->begin ? begin - in->begin : 0;
    end = end > in->begin ? end - in->begin : 0;
    end = end < step->size ? end : step->size;
    if (begin >= end)
        return KNAP_OK;
    file = open(step->path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return kn_fail_at(error, KNAP_IO, step->path, 0, "cannot open it");
    status = kn_lines_read(file, step->path, 0, begin, end, &in->lines, error);
    close(file);
    return status;
}

/* The number of lines of each file that the processes before this one have. */
static knap_status number_lines(division *self, knap_error *error)
{
    kn_text mine = {.allocator = self->corpus->allocator};
    kn_messages all;
    knap_status status;
    if (self->parts == 0)
        return KNAP_OK;
    for (size_t i = 0; i < self->parts; i++)
        if (self->part[i].lines.lines) {
            kn_put_count(&mine, i);
            kn_put_count(&mine, self->part[i].lines.lines);
        }
    status = kn_team_share(self->team, &mine, &all, error);
    for (size_t rank = 0; !status && rank < self->team->rank; rank++) {
        kn_bytes from = kn_message(&all, rank);
        while (!status && from.left) {
            uint64_t i = kn_take_count(&from);
            uint64_t lines = kn_take_count(&from);
            if (from.bad || i >= self->parts)
                status = kn_team_disagrees(error);
            else
                self->part[i].lines.lines_before += (size_t)lines;
        }
    }
    kn_text_free(&mine);
    return status;
}

static knap_status read_part(division *self, const part *in, knap_error *error)
{
    const kn_own_lines *lines = &in->lines;
    knap_corpus *corpus = self->corpus;
    size_t before = corpus->clusters;
    kn_text bytes = {.bytes = lines->text.bytes + lines->begin, .length = lines->text.length - lines->begin};
    knap_status status = KNAP_OK;
    if (lines->lines)
        status = kn_json_part(corpus, self->plan->step[in->step].path, &bytes, lines->lines_before, error);
    for (size_t i = before; i < corpus->clusters; i++) {
        corpus->cluster[i]->owner = self->team->rank;
        corpus->cluster[i]->step = in->step;
    }
    return status;
}

/* Reads the files of this process in the order of the plan. */
static knap_status read_own(division *self, knap_error *error)
{
    knap_corpus *corpus = self->corpus;
    kn_plan *plan = corpus->plan;
    knap_status status = KNAP_OK;
    size_t next = 0;
    for (size_t i = 0; !status && i < plan->steps; i++) {
        const kn_step *step = &plan->step[i];
        knap_error problem = {.status = KNAP_OK};
        plan->now = 2 * i + 1;
        if (!step->cluster) {
            status = read_part(self, &self->part[next++], error);
        } else if (step->cluster->owner == self->team->rank) {
            status = kn_corpus_file(corpus, step->cluster, step->path, step->reference, &problem);
            if (status && step->cluster != corpus->loose)
                status = kn_corpus_skip(corpus, step->cluster, step->path, status, &problem, error);
            else if (status && error)
                *error = problem;
        }
    }
    return status;
}

/* ---- What a process found ---- */

static void put_found(const division *self, kn_text *mine)
{
    const knap_corpus *corpus = self->corpus;
    kn_put_count(mine, self->failed);
    for (size_t i = 0; i < self->planned; i++)
        if (corpus->cluster[i]->owner == self->team->rank) {
            kn_put_count(mine, corpus->cluster[i]->cluster.documents);
            kn_put_count(mine, corpus->cluster[i]->skipped);
        }
    kn_put_count(mine, corpus->clusters - self->planned);
    for (size_t i = self->planned; i < corpus->clusters; i++) {
        kn_put_count(mine, corpus->cluster[i]->step);
        kn_put_count(mine, corpus->cluster[i]->numbered);
        kn_put_count(mine, corpus->cluster[i]->cluster.documents);
        kn_put_name(mine, corpus->cluster[i]->cluster.id);
    }
    kn_put_count(mine, corpus->notes - self->notes);
    for (size_t i = self->notes; i < corpus->notes; i++) {
        kn_put_count(mine, corpus->plan->place[i]);
        kn_put_count(mine, corpus->note[i].kind);
        kn_put_name(mine, corpus->note[i].file);
        kn_put_name(mine, corpus->note[i].message);
    }
}

/* A cluster in JSON of this or another process. */
static knap_status take_cluster(division *self, size_t rank, size_t index, kn_bytes *from, knap_error *error)
{
    knap_corpus *corpus = self->corpus;
    size_t step = kn_take_size(from, self->plan->steps);
    bool numbered = kn_take_count(from) != 0;
    size_t documents = (size_t)kn_take_count(from);
    const char *id = kn_take_name(from);
    kn_cluster *cluster;
    knap_status status = KNAP_OK;
    if (!id || from->bad || step >= self->plan->steps)
        return kn_team_disagrees(error);
    if (rank == self->team->rank)
        cluster = corpus->cluster[self->planned + index];
    else
        status = kn_corpus_cluster(corpus, id, self->plan->step[step].path, &cluster, error);
    if (!status && !KN_ROOM(corpus->allocator, self->of, self->ofs + 1))
        status = kn_no_memory(error);
    if (status)
        return status;
    cluster->owner = rank;
    cluster->step = step;
    cluster->numbered = numbered;
    cluster->counted = documents;
    self->of[self->ofs++] = cluster;
    return KNAP_OK;
}

static knap_status take_notes(division *self, size_t rank, kn_bytes *from, knap_error *error)
{
    knap_corpus *corpus = self->corpus;
    size_t count = kn_take_size(from, from->left);
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < count; i++) {
        size_t place = (size_t)kn_take_count(from);
        uint64_t kind = kn_take_count(from);
        const char *file = kn_take_name(from), *message = kn_take_name(from);
        if (!file || !message || kind > KNAP_NOTE_UNREADABLE)
            return kn_team_disagrees(error);
        corpus->plan->now = place;
        if (rank != self->team->rank)
            status = kn_corpus_note(corpus, error, (knap_note_kind)kind, file, "%s", message);
    }
    return status;
}

static knap_status take_found(division *self, size_t rank, kn_bytes from, knap_error *error)
{
    knap_corpus *corpus = self->corpus;
    size_t count;
    knap_status status = KNAP_OK;
    self->failed |= kn_take_count(&from) != 0;
    for (size_t i = 0; i < self->planned; i++)
        if (corpus->cluster[i]->owner == rank) {
            corpus->cluster[i]->counted = (size_t)kn_take_count(&from);
            corpus->cluster[i]->skipped = (size_t)kn_take_count(&from);
        }
    count = kn_take_size(&from, from.left);
    for (size_t i = 0; !status && i < count; i++)
        status = take_cluster(self, rank, i, &from, error);
    if (!status)
        status = take_notes(self, rank, &from, error);
    return status ? status : from.bad || from.left ? kn_team_disagrees(error) : KNAP_OK;
}

/* ---- Putting it together ---- */

/* Puts all clusters into the order of the input, and numbers those without an id. */
static knap_status arrange(division *self, knap_error *error)
{
    knap_corpus *corpus = self->corpus;
    size_t total = self->planned + self->ofs, count = 0, next = 0, of = 0;
    kn_cluster **sorted = kn_new(corpus->allocator, total, sizeof(kn_cluster *));
    if (!sorted)
        return kn_no_memory(error);
    for (size_t c = 0; c <= self->planned; c++) {
        for (; next < self->parts && self->plan->step[self->part[next].step].place == c; next++) {
            size_t before = count;
            while (of < self->ofs && self->of[of]->step == self->part[next].step)
                sorted[count++] = self->of[of++];
            self->failed |= count == before; /* a file without clusters may be an error */
        }
        if (c < self->planned)
            sorted[count++] = corpus->cluster[c];
    }
    if (count == total && total == corpus->clusters && total)
        memcpy(corpus->cluster, sorted, total * sizeof(kn_cluster *));
    else
        self->failed = true;
    kn_free(corpus->allocator, sorted, total, sizeof(kn_cluster *));
    for (size_t i = 0; !self->failed && i < total; i++) {
        char number[32];
        if (!corpus->cluster[i]->numbered)
            continue;
        snprintf(number, sizeof number, "%zu", i + 1);
        corpus->cluster[i]->cluster.id = kn_arena_text(&corpus->arena, number, strlen(number));
        if (!corpus->cluster[i]->cluster.id)
            return kn_no_memory(error);
    }
    return KNAP_OK;
}

static int by_place(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Puts the notes into the order in which one process makes them. Those of one place are of one process, or in the order of the
 * processes: `own` are those of this process, and `before` those of the processes before it. */
static knap_status sort_notes(division *self, size_t own, size_t before, knap_error *error)
{
    knap_corpus *corpus = self->corpus;
    size_t count = corpus->notes, first = self->notes;
    placed *sorted = kn_new(corpus->allocator, count, sizeof *sorted);
    if (!sorted)
        return kn_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        size_t order = i;
        if (i >= first && i < first + own)
            order = i + before;
        else if (i >= first + own && i < first + own + before)
            order = i - own;
        sorted[i] = (placed){corpus->note[i], corpus->plan->place[i], order};
    }
    qsort(sorted, count, sizeof *sorted, by_place);
    for (size_t i = 0; i < count; i++)
        corpus->note[i] = sorted[i].note;
    kn_free(corpus->allocator, sorted, count, sizeof *sorted);
    return KNAP_OK;
}

static knap_status join(division *self, knap_error *error)
{
    knap_corpus *corpus = self->corpus;
    kn_text mine = {.allocator = corpus->allocator};
    size_t own = corpus->notes - self->notes, before = 0;
    kn_messages all;
    knap_status status;
    put_found(self, &mine);
    status = kn_team_share(self->team, &mine, &all, error);
    for (size_t rank = 0; !status && rank < self->team->size; rank++) {
        status = take_found(self, rank, kn_message(&all, rank), error);
        if (rank < self->team->rank)
            before = corpus->notes - self->notes - own;
    }
    kn_text_free(&mine);
    if (!status)
        status = arrange(self, error);
    return status ? status : sort_notes(self, own, before, error);
}

knap_status kn_corpus_divide(knap_corpus *corpus, bool *divided, knap_error *error)
{
    division self = {.corpus = corpus,
                     .plan = corpus->plan,
                     .team = corpus->plan->team,
                     .planned = corpus->clusters,
                     .notes = corpus->notes};
    knap_status status = assign(&self, error);
    for (size_t i = 0; !status && i < self.parts; i++)
        status = read_lines(&self, &self.part[i], error);
    if (!status)
        status = number_lines(&self, error);
    if (!status) {
        knap_error problem = {.status = KNAP_OK};
        status = read_own(&self, &problem);
        self.failed = status == KNAP_BAD_INPUT || status == KNAP_IO;
        if (self.failed)
            status = KNAP_OK;
        else if (status && error)
            *error = problem;
    }
    if (!status)
        status = join(&self, error);
    *divided = !self.failed;
    corpus->team = self.team;
    for (size_t i = 0; i < self.parts; i++)
        kn_own_lines_free(&self.part[i].lines);
    KN_RELEASE(corpus->allocator, self.part);
    KN_RELEASE(corpus->allocator, self.of);
    return status;
}
