/* divide_test.c - a file that several processes read together, each its own lines: what they have, put together, is what one process
 * reads, with the same numbers of lines and instances. Threads stand for the processes. */
#define _DEFAULT_SOURCE /* mkstemps */
#include "failing.h"

#include "inner.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_RANKS = 6, MOST_RECORDS = 1500, MOST_EXCHANGES = 32 };

/* ---- Processes that are threads ---- */

typedef struct meeting {
    pthread_barrier_t barrier;
    char *sent[MOST_RANKS];
    size_t length[MOST_RANKS];
} meeting;

/* What all members sent, exchange after exchange, to be played to one of them alone. */
typedef struct recording {
    char *sent[MOST_EXCHANGES][MOST_RANKS];
    size_t length[MOST_EXCHANGES][MOST_RANKS];
    size_t count, next;
    const char *now[MOST_RANKS];
    size_t now_length[MOST_RANKS];
    knap_team team;
    const char *path;
    char *damaged; /* or NULL: takes the place of the message of a member in one exchange */
    size_t damaged_length, damaged_exchange, damaged_rank;
} recording;

typedef struct member {
    meeting *meeting;
    knap_team team;
    pthread_t thread;
    void *(*work)(void *context);
    const char *path;
    size_t bytes;
    char *said;            /* free() it */
    recording *recording;  /* or NULL */
    char *got[MOST_RANKS]; /* of the last exchange */
    size_t got_length[MOST_RANKS];
    char record[MOST_RECORDS][200]; /* [records] "ROUND LINE NUMBER what" */
    size_t records, total, rounds, unused;
} member;

static knap_status exchange(void *context, const char *mine, size_t length, const char *const **all,
                            const size_t **lengths, knap_error *failure)
{
    member *self = context;
    meeting *place = self->meeting;
    (void)failure;
    place->sent[self->team.rank] = malloc(length + 1);
    memcpy(place->sent[self->team.rank], mine, length);
    place->length[self->team.rank] = length;
    pthread_barrier_wait(&place->barrier);
    for (size_t rank = 0; rank < self->team.size; rank++) {
        free(self->got[rank]);
        self->got[rank] = malloc(place->length[rank] + 1);
        memcpy(self->got[rank], place->sent[rank], place->length[rank]);
        self->got_length[rank] = place->length[rank];
    }
    for (size_t rank = 0; self->recording && rank < self->team.size; rank++) {
        size_t at = self->recording->count;
        assert_true(at < MOST_EXCHANGES);
        self->recording->sent[at][rank] = malloc(place->length[rank] + 1);
        memcpy(self->recording->sent[at][rank], place->sent[rank], place->length[rank]);
        self->recording->length[at][rank] = place->length[rank];
    }
    if (self->recording)
        self->recording->count++;
    pthread_barrier_wait(&place->barrier);
    free(place->sent[self->team.rank]);
    *all = (const char *const *)self->got;
    *lengths = self->got_length;
    return KNAP_OK;
}

/* Lets `ranks` members do their work at the same time. The members have a path. */
static void meet(member *many, size_t ranks)
{
    static meeting place;
    pthread_barrier_init(&place.barrier, NULL, (unsigned)ranks);
    for (size_t rank = 0; rank < ranks; rank++) {
        many[rank].meeting = &place;
        many[rank].team = (knap_team){.rank = rank, .size = ranks, .share = exchange, .context = &many[rank]};
        assert_int_equal(pthread_create(&many[rank].thread, NULL, many[rank].work, &many[rank]), 0);
    }
    for (size_t rank = 0; rank < ranks; rank++)
        pthread_join(many[rank].thread, NULL);
    for (size_t rank = 0; rank < ranks; rank++)
        for (size_t i = 0; i < MOST_RANKS; i++)
            free(many[rank].got[i]);
    pthread_barrier_destroy(&place.barrier);
}

/* ---- Reading ---- */

/* Adds what the reader has to the records, bad lines too. */
static void read_records(member *self, knap_reader *reader, size_t limit)
{
    knap_data *data;
    knap_error failure = {.status = KNAP_OK};
    assert_ok(knap_data_new(NULL, &data, NULL));
    for (;;) {
        size_t added, number = knap_reader_instances(reader);
        knap_status status = knap_reader_read(reader, 1, data, &added, &failure);
        char *record = self->record[self->records];
        assert_true(self->records < MOST_RECORDS);
        if (!status && !added)
            break;
        if (!status) {
            const knap_instance *instance = knap_data_at(data, knap_data_count(data) - 1);
            snprintf(record, sizeof self->record[0], "line %zu, number %zu: %s", knap_instance_line(instance), number,
                     knap_instance_id(instance));
        } else {
            snprintf(record, sizeof self->record[0], "line %zu, number %zu: %.120s", failure.line, number,
                     failure.message);
            assert_true(knap_reader_resume(reader));
        }
        self->records++;
        if (limit && added && --limit == 0)
            break;
    }
    knap_data_free(data);
}

static size_t count_unused(knap_reader *reader)
{
    size_t count, total = 0;
    const knap_member *unused = knap_reader_unused(reader, &count);
    for (size_t i = 0; i < count; i++)
        total += unused[i].count;
    return total;
}

/* The records of a round are divided by a record without text. */
static void *read_share(void *context)
{
    member *self = context;
    knap_reader *reader;
    bool any = true;
    assert_ok(knap_reader_open(self->path, NULL, &reader, NULL));
    read_records(self, reader, 1);
    if (knap_reader_divisible(reader))
        while (any) {
            self->record[self->records++][0] = 0;
            assert_ok(knap_reader_divide(reader, self->bytes, &self->team, &any, NULL));
            self->rounds += any;
            if (any)
                read_records(self, reader, 0);
        }
    self->total = knap_reader_instances(reader);
    self->unused = count_unused(reader);
    knap_reader_close(reader);
    return NULL;
}

/* ---- Comparing ---- */

/* The records of all processes in the order of the file: round by round, rank by rank. The first records are those that all read. */
static void check_divided(const char *path, size_t ranks, size_t bytes)
{
    static member one, many[MOST_RANKS];
    size_t at[MOST_RANKS] = {0}, next;
    knap_reader *reader;
    memset(&one, 0, sizeof one);
    memset(many, 0, sizeof many);
    assert_ok(knap_reader_open(path, NULL, &reader, NULL));
    read_records(&one, reader, 0);
    one.total = knap_reader_instances(reader);
    one.unused = count_unused(reader);
    knap_reader_close(reader);
    for (size_t rank = 0; rank < ranks; rank++) {
        many[rank].path = path;
        many[rank].bytes = bytes;
        many[rank].work = read_share;
    }
    meet(many, ranks);
    for (next = 0; many[0].record[next][0]; next++)
        assert_string_equal(many[0].record[next], one.record[next]);
    for (size_t rank = 0; rank < ranks; rank++) {
        assert_int_equal(many[rank].total, one.total);
        assert_int_equal(many[rank].rounds, many[0].rounds);
        assert_int_equal(many[rank].unused, one.unused);
        at[rank] = next + 1;
    }
    for (size_t round = 0; round < many[0].rounds; round++)
        for (size_t rank = 0; rank < ranks; at[rank++]++)
            for (; at[rank] < many[rank].records && many[rank].record[at[rank]][0]; at[rank]++)
                assert_string_equal(many[rank].record[at[rank]], one.record[next++]);
    assert_int_equal(next, one.records);
}

/* A file of random lines: instances, some long, blank lines, lines that are wrong; LF or CRLF; perhaps no LF at the end. */
static void write_file(knap_rng *rng, const char *path)
{
    FILE *file = fopen(path, "wb");
    size_t lines = 1 + knap_rng_below(rng, 12);
    bool crlf = knap_rng_below(rng, 2);
    for (size_t i = 0; i < lines; i++) {
        switch (i ? knap_rng_below(rng, 6) : 5) {
        case 0:
            break;
        case 1:
            fputs("  \t", file);
            break;
        case 2:
            fputs("{\"items\":[{\"cost\":1", file);
            break;
        case 3:
            fprintf(file, "{\"id\":\"i%zu\",\"budget\":2,\"items\":[{\"cost\":1,\"text\":\"%0*d\"}]}", i, 300, 0);
            break;
        default:
            fprintf(file, "{\"id\":\"i%zu\",\"budget\":2,\"other\":3,\"items\":[{\"cost\":1}]}", i % 3);
        }
        if (i + 1 < lines || knap_rng_below(rng, 2))
            fputs(crlf ? "\r\n" : "\n", file);
    }
    fclose(file);
}

static void lines_of_all_processes_are_those_of_the_file(void **state)
{
    char path[] = "/tmp/knap-divide-XXXXXX";
    knap_rng rng;
    (void)state;
    assert_true(close(mkstemp(path)) == 0);
    knap_rng_seed(&rng, 7);
    for (int i = 0; i < 60; i++) {
        static const size_t bytes[] = {4, 7, 13, 40, 64, 100, 333, 1000, 1 << 20};
        write_file(&rng, path);
        for (size_t ranks = 1; ranks <= 5; ranks++)
            check_divided(path, ranks, bytes[knap_rng_below(&rng, 9)]);
    }
    unlink(path);
}

/* ---- Evaluations and clusters ---- */

/* What an evaluation says: an error, or the scores of all summaries. */
static void *score(void *context)
{
    member *self = context;
    const knap_team *team = self->team.size ? &self->team : NULL;
    knap_run run = {.jobs = 1, .team = team};
    knap_rouge_options options;
    knap_rouge *rouge;
    knap_rouge_set *set;
    knap_error failure;
    knap_status status;
    size_t length;
    FILE *page = open_memstream(&self->said, &length);
    knap_rouge_options_init(&options);
    assert_ok(knap_rouge_new(&options, NULL, &rouge, NULL));
    assert_ok(knap_rouge_set_new(rouge, &set, NULL));
    status = team ? knap_rouge_divide_jsonl(set, self->path, team, &failure)
                  : knap_rouge_read_jsonl(set, self->path, &failure);
    if (!status)
        fprintf(page, "%.9f %s\n", knap_rouge_set_unseen(set), knap_rouge_set_guess(set));
    if (!status)
        status = knap_rouge_set_evaluate(set, &run, &failure);
    for (size_t s = 0; !status && s < knap_rouge_set_system_count(set); s++)
        for (size_t i = 0; i < knap_rouge_set_count(set, s); i++)
            fprintf(page, "%s %.5f\n", knap_rouge_set_name(set, s, i), knap_rouge_set_scores(set, s, i)->f);
    if (status)
        fprintf(page, "%s:%zu: %s\n", failure.file, failure.line, failure.message);
    fclose(page);
    knap_rouge_set_free(set);
    knap_rouge_free(rouge);
    return NULL;
}

/* What a corpus says: an error, or all ids and notes. */
static void *open_corpus(void *context)
{
    member *self = context;
    const knap_team *team = self->team.size ? &self->team : NULL;
    knap_run run = {.jobs = 1, .team = team};
    knap_corpus_options options = {.run = &run};
    knap_corpus *corpus;
    knap_error failure;
    size_t length, first, count, notes;
    FILE *page = open_memstream(&self->said, &length);
    if (knap_corpus_open(&self->path, 1, &options, NULL, &corpus, &failure)) {
        fprintf(page, "%s:%zu: %s\n", failure.file, failure.line, failure.message);
    } else {
        const knap_note *note = knap_corpus_notes(corpus, &notes);
        for (size_t i = 0; i < knap_corpus_clusters(corpus); i++)
            fprintf(page, "%s\n", knap_corpus_cluster(corpus, i)->id);
        for (size_t i = 0; i < notes; i++)
            fprintf(page, "%s: %s\n", note[i].file, note[i].message);
        knap_corpus_share(corpus, team, &first, &count);
        self->records = count;
        for (size_t i = first; i < first + count; i++)
            assert_true(knap_corpus_cluster(corpus, i)->documents > 0);
    }
    fclose(page);
    knap_corpus_close(corpus);
    return NULL;
}

/* All processes say what one process says; returns how many records they have together. */
static size_t check_said(void *(*work)(void *context), const char *path, size_t ranks)
{
    static member one, many[MOST_RANKS];
    size_t records = 0;
    memset(&one, 0, sizeof one);
    memset(many, 0, sizeof many);
    one.path = path;
    work(&one);
    for (size_t rank = 0; rank < ranks; rank++) {
        many[rank].path = path;
        many[rank].work = work;
    }
    meet(many, ranks);
    for (size_t rank = 0; rank < ranks; rank++) {
        assert_string_equal(many[rank].said, one.said);
        records += many[rank].records;
        free(many[rank].said);
    }
    assert_int_equal(records, one.records);
    free(one.said);
    return records;
}

static void evaluations_and_clusters_are_those_of_one_process(void **state)
{
    static const char *const topic[] = {
        "{\"id\":\"t%zu\",\"refs\":[\"the river rose\",\"rain fell\"],\"peers\":{\"b\":\"rain rose\"}}\n",
        "{\"id\":\"t%zu\",\"system\":\"late\",\"peer\":\"the river fell\"}\n",
        "\n",
        "{\"refs\":[\"snow fell %zu\"],\"peer\":[\"snow\",\"rain\"]}\r\n",
        "{\"id\":\"t%zu\",\"refs\":[\"other\"]}\n",
        "{\"refs\":%zu}\n"};
    static const char *const cluster[] = {"{\"documents\":[\"Rain fell on the town in %zu.\"]}\n",
                                          "{\"id\":\"c\",\"documents\":[\"It rained %zu.\",\"It rained %zu.\"]}\n",
                                          "\n",
                                          "{\"id\":%zu,\"documents\":[{\"text\":\"The river rose.\"}]}\r\n",
                                          "{\"id\":%zu,\n\"documents\":[\"The bridge fell.\"]}\n",
                                          "{\"id\":%zu}\n"};
    char path[] = "/tmp/knap-divide-XXXXXX.jsonl";
    size_t clusters = 0;
    knap_rng rng;
    (void)state;
    assert_true(close(mkstemps(path, 6)) == 0);
    knap_rng_seed(&rng, 11);
    for (size_t i = 0; i < 200; i++) {
        const char *const *line = i % 2 ? topic : cluster;
        size_t lines = 1 + knap_rng_below(&rng, 9), wrong = knap_rng_below(&rng, 3) == 0;
        FILE *file = fopen(path, "wb");
        for (size_t k = 0; k < lines; k++) {
            size_t kind = knap_rng_below(&rng, 4 + 2 * wrong),
                   number = i % 2 && kind == 1 ? knap_rng_below(&rng, k + 1) : k;
            fprintf(file, line[kind], number, number);
        }
        fclose(file);
        clusters += check_said(i % 2 ? score : open_corpus, path, 2 + i / 2 % 4);
    }
    assert_true(clusters > 100);
    unlink(path);
}

/* ---- Failing allocations and damaged messages ---- */

/* The exchange of a member that is alone with what the others sent before. */
static knap_status play(void *context, const char *mine, size_t length, const char *const **all, const size_t **lengths,
                        knap_error *failure)
{
    recording *self = context;
    size_t at = self->next++;
    (void)failure;
    if (self->damaged && at >= self->count) /* members that believe different messages do not meet any more */
        return KNAP_IO;
    assert_true(at < self->count);
    assert_true(self->damaged || length == self->length[at][self->team.rank]);
    for (size_t rank = 0; rank < self->team.size; rank++) {
        self->now[rank] = rank == self->team.rank ? mine : self->sent[at][rank];
        self->now_length[rank] = rank == self->team.rank ? length : self->length[at][rank];
    }
    if (self->damaged && at == self->damaged_exchange) {
        self->now[self->damaged_rank] = self->damaged;
        self->now_length[self->damaged_rank] = self->damaged_length;
    }
    *all = self->now;
    *lengths = self->now_length;
    return KNAP_OK;
}

static knap_status corpus_alone(const knap_allocator *allocator, void *context)
{
    recording *self = context;
    knap_run run = {.jobs = 1, .team = &self->team};
    knap_corpus_options options = {.run = &run};
    knap_corpus *corpus = NULL;
    knap_status status;
    self->next = 0;
    status = knap_corpus_open(&self->path, 1, &options, allocator, &corpus, NULL);
    knap_corpus_close(corpus);
    return status;
}

static knap_status evaluation_alone(const knap_allocator *allocator, void *context)
{
    recording *self = context;
    knap_rouge_options options;
    knap_rouge *rouge = NULL;
    knap_rouge_set *set = NULL;
    knap_status status;
    self->next = 0;
    knap_rouge_options_init(&options);
    status = knap_rouge_new(&options, allocator, &rouge, NULL);
    if (!status)
        status = knap_rouge_set_new(rouge, &set, NULL);
    if (!status)
        status = knap_rouge_divide_jsonl(set, self->path, &self->team, NULL);
    knap_rouge_set_free(set);
    knap_rouge_free(rouge);
    return status;
}

static knap_status reader_alone(const knap_allocator *allocator, void *context)
{
    recording *self = context;
    knap_reader *reader = NULL;
    knap_data *data = NULL;
    bool any = true;
    knap_status status = knap_data_new(allocator, &data, NULL);
    self->next = 0;
    if (!status)
        status = knap_reader_open(self->path, allocator, &reader, NULL);
    if (!status)
        status = knap_reader_read(reader, 1, data, NULL, NULL);
    while (!status && any) {
        status = knap_reader_divide(reader, 100, &self->team, &any, NULL);
        if (!status && any)
            status = knap_reader_read(reader, 0, data, NULL, NULL);
    }
    knap_reader_close(reader);
    knap_data_free(data);
    return status;
}

/* A member survives messages of another one that are cut, or have other bytes. Returns how many of them it refused. */
static size_t survive_damage(knap_status (*alone)(const knap_allocator *, void *), recording *heard, knap_rng *rng)
{
    enum { TRIALS = 600 };
    size_t refused = 0;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        size_t at = knap_rng_below(rng, heard->count), other = (heard->team.rank + 1) % heard->team.size;
        size_t length = heard->length[at][other], kept = trial % 3 ? length : knap_rng_below(rng, length + 1);
        heard->damaged = malloc(kept ? kept : 1); /* exactly, so that the sanitizer sees what is read behind it */
        memcpy(heard->damaged, heard->sent[at][other], kept);
        for (size_t i = 0; trial % 3 && kept && i < trial % 3; i++)
            heard->damaged[knap_rng_below(rng, kept)] = (char)(knap_rng_below(rng, 2) ? 255 : knap_rng_below(rng, 4));
        heard->damaged_length = kept;
        heard->damaged_exchange = at;
        heard->damaged_rank = other;
        refused += alone(NULL, heard) != KNAP_OK;
        free(heard->damaged);
        heard->damaged = NULL;
    }
    return refused;
}

/* Every member survives each failing allocation and damaged messages, alone with what the others sent when nothing failed. */
static void check_faults(void *(*work)(void *context), knap_status (*alone)(const knap_allocator *, void *),
                         const char *path)
{
    enum { RANKS = 3 };
    static member many[MOST_RANKS];
    static recording heard[RANKS];
    knap_rng rng;
    memset(many, 0, sizeof many);
    memset(heard, 0, sizeof heard);
    for (size_t rank = 0; rank < RANKS; rank++) {
        many[rank].path = heard[rank].path = path;
        many[rank].work = work;
        many[rank].bytes = 100;
        many[rank].recording = &heard[rank];
        heard[rank].team = (knap_team){.rank = rank, .size = RANKS, .share = play, .context = &heard[rank]};
    }
    meet(many, RANKS);
    knap_rng_seed(&rng, 5);
    for (size_t rank = 0; rank < RANKS; rank++) {
        free(many[rank].said);
        assert_true(survives(alone, &heard[rank]) > 10);
        assert_true(survive_damage(alone, &heard[rank], &rng) > 50);
        for (size_t at = 0; at < heard[rank].count; at++)
            for (size_t from = 0; from < RANKS; from++)
                free(heard[rank].sent[at][from]);
    }
}

static void faults_are_reported(void **state)
{
    char path[] = "/tmp/knap-divide-XXXXXX.jsonl";
    FILE *file;
    (void)state;
    assert_true(close(mkstemps(path, 6)) == 0);
    file = fopen(path, "wb");
    for (size_t i = 0; i < 8; i++)
        fprintf(file, "{\"id\":\"i\",\"budget\":2,\"other%zu\":3,\"items\":[{\"cost\":1,\"features\":{\"a\":%zu}}]}\n",
                i % 2, i);
    fclose(file);
    check_faults(read_share, reader_alone, path);
    file = fopen(path, "wb");
    for (size_t i = 0; i < 9; i++)
        fprintf(file, "{%s\"documents\":[\"It rained %zu.\",\"It rained %zu.\"]}\n", i % 2 ? "\"id\":\"c\"," : "", i,
                i);
    fclose(file);
    check_faults(open_corpus, corpus_alone, path);
    file = fopen(path, "wb");
    for (size_t i = 0; i < 5; i++)
        fprintf(file, "{\"id\":\"t%zu\",\"peer\":\"rain\"}\n", i);
    for (size_t i = 0; i < 5; i++)
        fprintf(file, "{\"id\":\"t%zu\",\"refs\":[\"rain\",\"snow\"]}\n", i);
    fclose(file);
    check_faults(score, evaluation_alone, path);
    unlink(path);
}

static void what_cannot_be_divided_is_refused(void **state)
{
    static const char list[] = "[{\"cost\":1},{\"cost\":2}]";
    knap_team team = {.size = 1};
    knap_reader *reader;
    knap_data *data;
    knap_error failure;
    size_t first, count;
    bool any;
    (void)state;
    assert_false(knap_reader_divisible(NULL));
    assert_ok(knap_data_new(NULL, &data, NULL));
    assert_ok(knap_reader_open_bytes("list", list, sizeof list - 1, NULL, &reader, NULL));
    assert_ok(knap_reader_read(reader, 1, data, NULL, NULL));
    assert_false(knap_reader_divisible(reader));
    assert_int_equal(knap_reader_divide(reader, 10, &team, &any, &failure), KNAP_USAGE);
    assert_int_equal(knap_reader_divide(reader, 10, NULL, &any, &failure), KNAP_USAGE);
    assert_int_equal(knap_reader_divide(NULL, 10, &team, &any, &failure), KNAP_USAGE);
    assert_int_equal(knap_reader_divide(reader, 10, &team, NULL, &failure), KNAP_USAGE);
    knap_reader_close(reader);
    knap_data_free(data);
    assert_int_equal(knap_rouge_divide_jsonl(NULL, "x", &team, &failure), KNAP_USAGE);
    knap_corpus_share(NULL, &team, &first, &count);
    assert_int_equal(first + count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_all_processes_are_those_of_the_file),
        cmocka_unit_test(evaluations_and_clusters_are_those_of_one_process),
        cmocka_unit_test(faults_are_reported),
        cmocka_unit_test(what_cannot_be_divided_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
