/* divide_test.c - a file that several processes read together, each its own lines: what they have, put together, is what one process
 * reads, with the same numbers of lines and instances. Threads stand for the processes. */
#include "check.h"

#include "knap/knap.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_RANKS = 6, MOST_RECORDS = 1500 };

/* ---- Processes that are threads ---- */

typedef struct meeting {
    pthread_barrier_t barrier;
    char *sent[MOST_RANKS];
    size_t length[MOST_RANKS];
} meeting;

typedef struct member {
    meeting *meeting;
    knap_team team;
    pthread_t thread;
    const char *path;
    size_t bytes;
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
    pthread_barrier_wait(&place->barrier);
    free(place->sent[self->team.rank]);
    *all = (const char *const *)self->got;
    *lengths = self->got_length;
    return KNAP_OK;
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
    for (size_t rank = 0; rank < MOST_RANKS; rank++)
        free(self->got[rank]);
    return NULL;
}

/* ---- Comparing ---- */

/* The records of all processes in the order of the file: round by round, rank by rank. The first records are those that all read. */
static void check_divided(const char *path, size_t ranks, size_t bytes)
{
    static member one, many[MOST_RANKS];
    static meeting place;
    size_t at[MOST_RANKS] = {0}, next;
    knap_reader *reader;
    memset(&one, 0, sizeof one);
    memset(many, 0, sizeof many);
    assert_ok(knap_reader_open(path, NULL, &reader, NULL));
    read_records(&one, reader, 0);
    one.total = knap_reader_instances(reader);
    one.unused = count_unused(reader);
    knap_reader_close(reader);
    pthread_barrier_init(&place.barrier, NULL, (unsigned)ranks);
    for (size_t rank = 0; rank < ranks; rank++) {
        many[rank].meeting = &place;
        many[rank].path = path;
        many[rank].bytes = bytes;
        many[rank].team = (knap_team){.rank = rank, .size = ranks, .share = exchange, .context = &many[rank]};
        assert_int_equal(pthread_create(&many[rank].thread, NULL, read_share, &many[rank]), 0);
    }
    for (size_t rank = 0; rank < ranks; rank++)
        pthread_join(many[rank].thread, NULL);
    pthread_barrier_destroy(&place.barrier);
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

static void what_cannot_be_divided_is_refused(void **state)
{
    static const char list[] = "[{\"cost\":1},{\"cost\":2}]";
    knap_team team = {.size = 1};
    knap_reader *reader;
    knap_data *data;
    knap_error failure;
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_all_processes_are_those_of_the_file),
        cmocka_unit_test(what_cannot_be_divided_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
