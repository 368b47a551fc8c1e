/* base_definition_test.c - the heap, names, random numbers, arenas and new files of base/ against their definitions. */
#include "check.h"

#include "base/file.h"
#include "base/heap.h"
#include "base/memory.h"
#include "base/symbols.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdalign.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int comes_before(kn_heap_entry a, kn_heap_entry b)
{
    return a.key > b.key || (a.key == b.key && a.id < b.id);
}

/* Entries come out by falling key, equal keys by rising number, however they went in. */
static void entries_come_out_in_order(void **state)
{
    kn_heap_entry heap[200];
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 31);
    for (size_t round = 0; round < 300; round++) {
        size_t n = 1 + knap_rng_below(&rng, 100), made = knap_rng_below(&rng, n + 1), count = made;
        unsigned char seen[200] = {0};
        kn_heap_entry last = {INFINITY, 0};
        for (uint32_t i = 0; i < n; i++)
            heap[i] = (kn_heap_entry){(double)knap_rng_below(&rng, 1 + round % 20), i};
        kn_heap_make(heap, made);
        for (size_t i = made; i < n; i++)
            kn_heap_push(heap, count++, heap[i]);
        for (; count > 0; count--) {
            kn_heap_entry top = kn_heap_pop(heap, count);
            assert_true(comes_before(last, top));
            assert_false(seen[top.id]++);
            last = top;
        }
    }
}

/* Names are told apart by their bytes and not by a hash: among so many names of one length some share any hash of 32 bits. */
static void names_of_one_hash_are_two(void **state)
{
    enum { NAMES = 300000 };
    kn_symbols symbols;
    char name[16];
    (void)state;
    kn_symbols_begin(&symbols, NULL);
    for (uint32_t i = 0; i < NAMES; i++) {
        snprintf(name, sizeof name, "%07u", i);
        assert_int_equal(kn_symbols_add(&symbols, name, 7), i);
    }
    kn_symbols_free(&symbols);
}

/* Parts of [0, 1) and of the normal distribution hold what they should: 5 standard deviations are allowed. */
static void random_numbers_fill_their_range(void **state)
{
    enum { DRAWS = 200000, PARTS = 20 };
    double uniform[PARTS] = {0}, below = 0, above = 0, mean = (double)DRAWS / PARTS;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 5);
    for (int i = 0; i < DRAWS; i++) {
        double u = knap_rng_uniform(&rng), x = knap_rng_normal(&rng);
        assert_true(u >= 0 && u < 1);
        uniform[(int)(u * PARTS)]++;
        below += x < -1;
        above += x > 1;
    }
    for (int part = 0; part < PARTS; part++)
        assert_true(fabs(uniform[part] - mean) < 5 * sqrt(mean));
    /* P(x > 1) = 0.1587 on both sides */
    assert_true(fabs(below - 0.1587 * DRAWS) < 5 * sqrt(0.1587 * DRAWS));
    assert_true(fabs(above - 0.1587 * DRAWS) < 5 * sqrt(0.1587 * DRAWS));
}

/* Arrays of an arena are aligned for any type, texts of odd lengths between them or not. */
static void arrays_of_an_arena_are_aligned(void **state)
{
    kn_arena arena = {.allocator = NULL};
    (void)state;
    for (size_t i = 0; i < 400; i++) {
        void *array = kn_arena_new(&arena, 1 + i % 5, 1 + i % 3);
        assert_int_equal((uintptr_t)array % alignof(max_align_t), 0);
        assert_non_null(kn_arena_text(&arena, "abcdefghijk", i % 11));
    }
    kn_arena_free(&arena);
}

/* More than there are addresses is refused: nothing is allocated short. */
static void sizes_that_overflow_are_refused(void **state)
{
    size_t capacity = 0;
    (void)state;
    assert_null(kn_new(NULL, SIZE_MAX / 2, 4));
    assert_null(kn_new(NULL, SIZE_MAX / 8 + 2, 8));
    assert_null(kn_grow(NULL, NULL, &capacity, SIZE_MAX / 8 + 2, 8));
    assert_int_equal(capacity, 0);
}

static void make_folder(char *folder)
{
    strcpy(folder, "/tmp/knap-base-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

/* A file that fails half-way leaves what was there before and nothing beside it. */
static void a_failed_file_leaves_nothing(void **state)
{
    char folder[64], path[128];
    kn_new_file file;
    (void)state;
    make_folder(folder);
    snprintf(path, sizeof path, "%s/model", folder);
    assert_ok(knap_write_file(path, "old", 3, NULL, error));
    assert_ok(kn_file_begin(&file, path, NULL, error));
    fputs("half of the new", file.file);
    assert_int_equal(kn_file_end(&file, KNAP_CANCELLED, NULL), KNAP_CANCELLED);
    {
        FILE *kept = fopen(path, "rb");
        char text[32] = "";
        assert_non_null(kept);
        assert_int_equal(fread(text, 1, sizeof text, kept), 3);
        assert_string_equal(text, "old");
        fclose(kept);
    }
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0); /* which fails where anything is left */
}

/* Writing to a link writes to what it leads to; the link stays one. */
static void a_link_stays_a_link(void **state)
{
    char folder[64], path[128], link_path[128];
    struct stat about;
    (void)state;
    make_folder(folder);
    snprintf(path, sizeof path, "%s/model", folder);
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    assert_ok(knap_write_file(path, "old", 3, NULL, error));
    assert_int_equal(symlink("model", link_path), 0);
    assert_ok(knap_write_file(link_path, "newer", 5, NULL, error));
    assert_int_equal(lstat(link_path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 5);
    remove(link_path);
    remove(path);
    assert_int_equal(rmdir(folder), 0);
}

/* A link to a file that does not exist yet: that file is made, and the link stays. */
static void a_link_to_nothing_stays_a_link(void **state)
{
    char folder[64], path[128], link_path[128];
    struct stat about;
    (void)state;
    make_folder(folder);
    snprintf(path, sizeof path, "%s/model", folder);
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    assert_int_equal(symlink("model", link_path), 0);
    assert_ok(knap_write_file(link_path, "new", 3, NULL, error));
    assert_int_equal(lstat(link_path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 3);
    remove(link_path);
    remove(path);
    assert_int_equal(rmdir(folder), 0);
}

static void a_replaced_file_passes_on_its_mode(void **state)
{
    static const mode_t modes[] = {0600, 0640, 0755, 0400};
    char folder[64], path[128];
    struct stat about;
    (void)state;
    make_folder(folder);
    snprintf(path, sizeof path, "%s/model", folder);
    assert_ok(knap_write_file(path, "old", 3, NULL, error));
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(chmod(path, modes[i]), 0);
        assert_ok(kn_write_durable(path, "newer", 5, NULL, error));
        assert_int_equal(stat(path, &about), 0);
        assert_int_equal(about.st_mode & 07777, modes[i]);
        assert_int_equal(about.st_size, 5);
    }
    remove(path);
    assert_int_equal(rmdir(folder), 0);
}

/* Two writers of one file, as two containers with the same process number are: each is complete, the last one wins. */
static void writers_of_one_file_do_not_mix(void **state)
{
    char folder[64], path[128], text[32] = "";
    kn_new_file first, second;
    FILE *kept;
    (void)state;
    make_folder(folder);
    snprintf(path, sizeof path, "%s/model", folder);
    assert_ok(kn_file_begin(&first, path, NULL, error));
    fputs("first", first.file);
    assert_ok(kn_file_begin(&second, path, NULL, error));
    fputs("second", second.file);
    assert_ok(kn_file_end(&second, KNAP_OK, error));
    assert_ok(kn_file_end(&first, KNAP_OK, error));
    assert_non_null(kept = fopen(path, "rb"));
    assert_int_equal(fread(text, 1, sizeof text, kept), 5);
    assert_string_equal(text, "first");
    fclose(kept);
    remove(path);
    assert_int_equal(rmdir(folder), 0);
}

static int signal_at_rename; /* what a writer meets in the moment in which it replaces a file */

/* Stands for the function of the C library. */
int rename(const char *from, const char *to)
{
    if (signal_at_rename)
        raise(signal_at_rename);
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

static pid_t start_writer(const char *path, int met)
{
    pid_t writer = fork();
    int how;
    assert_true(writer >= 0);
    if (!writer) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* should the test fail */
        signal_at_rename = met;
        _exit(knap_write_file(path, "killed", 6, NULL, NULL) ? 1 : 0);
    }
    assert_int_equal(waitpid(writer, &how, WUNTRACED), writer);
    assert_true(met == SIGKILL ? WIFSIGNALED(how) : WIFSTOPPED(how));
    return writer;
}

static size_t files_in(const char *folder)
{
    DIR *open_folder = opendir(folder);
    size_t count = 0;
    assert_non_null(open_folder);
    while (readdir(open_folder))
        count++;
    closedir(open_folder);
    return count - 2; /* . and .. */
}

/* A writer that is killed while it replaces a file leaves the old file. The next writer of the file removes what it left, but not what
 * writers that live still need. */
static void leftovers_of_killed_writers_are_removed(void **state)
{
    enum { WRITERS = 4 };
    char folder[64], path[128], other[128];
    pid_t writer[WRITERS];
    struct stat about;
    int how;
    (void)state;
    make_folder(folder);
    snprintf(path, sizeof path, "%s/model", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    for (int round = 0; round < 2; round++) {
        assert_ok(knap_write_file(path, "old", 3, NULL, error));
        start_writer(path, SIGKILL);
        assert_int_equal(files_in(folder), 2);
        assert_int_equal(stat(path, &about), 0);
        assert_int_equal(about.st_size, 3);
        if (round) /* also if there is no file any more */
            assert_int_equal(unlink(path), 0);
        assert_ok(knap_write_file(other, "other", 5, NULL, error)); /* which is not its business */
        assert_int_equal(unlink(other), 0);
        assert_int_equal(files_in(folder), 2 - (size_t)round);
        assert_ok(knap_write_file(path, "new", 3, NULL, error));
        assert_int_equal(files_in(folder), 1);
    }
    for (int i = 0; i < WRITERS; i++)
        writer[i] = start_writer(path, SIGSTOP);
    assert_ok(knap_write_file(path, "new", 3, NULL, error));
    assert_int_equal(files_in(folder), 1 + WRITERS);
    kill(writer[1], SIGCONT);
    assert_int_equal(waitpid(writer[1], &how, 0), writer[1]);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 6);
    for (int i = 0; i < WRITERS; i++)
        if (i != 1) {
            kill(writer[i], SIGKILL);
            waitpid(writer[i], &how, 0);
        }
    assert_int_equal(files_in(folder), WRITERS);
    assert_ok(knap_write_file(path, "new", 3, NULL, error));
    assert_int_equal(files_in(folder), 1);
    remove(path);
    assert_int_equal(rmdir(folder), 0);
}

/* The name that is written gets the new content as a whole; another hard link keeps the old one. */
static void other_hard_links_keep_the_old_file(void **state)
{
    char folder[64], path[128], second[128];
    struct stat about;
    (void)state;
    make_folder(folder);
    snprintf(path, sizeof path, "%s/model", folder);
    snprintf(second, sizeof second, "%s/second", folder);
    assert_ok(knap_write_file(path, "old", 3, NULL, error));
    assert_int_equal(link(path, second), 0);
    start_writer(path, SIGKILL);
    for (int i = 0; i < 2; i++) { /* killed: both are old */
        assert_int_equal(stat(i ? path : second, &about), 0);
        assert_int_equal(about.st_size, 3);
    }
    assert_ok(knap_write_file(path, "newer", 5, NULL, error));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 5);
    assert_int_equal(stat(second, &about), 0);
    assert_int_equal(about.st_size, 3);
    remove(path);
    remove(second);
    assert_int_equal(rmdir(folder), 0);
}

static void an_empty_path_is_refused(void **state)
{
    (void)state;
    assert_int_equal(knap_write_file("", "x", 1, NULL, NULL), KNAP_USAGE);
}

/* All ids of up to three letters of an alphabet of troublemakers, twice: no two names are the same, and none leaves its folder. */
static void names_of_ids_differ(void **state)
{
    static const char letters[] = "a-./2_\\\n";
    size_t kinds = sizeof letters - 1, count = 0;
    knap_names *names;
    kn_symbols seen;
    (void)state;
    assert_ok(knap_names_new(NULL, &names, error));
    kn_symbols_begin(&seen, NULL);
    for (size_t id = 0; id < 2 * kinds * kinds * kinds; id++) {
        char text[4] = {letters[id % kinds], letters[id / kinds % kinds], letters[id / kinds / kinds % kinds], 0};
        const char *name;
        text[1 + id % 3] = 0;
        assert_ok(knap_names_add(names, text, id % 2 ? '-' : '/', id % 5 ? ".txt" : "", &name, NULL, error));
        assert_int_equal(kn_symbols_add(&seen, name, strlen(name)), count++);
        assert_true(name[0] != 0 && name[0] != '/' && name[0] != '.');
        assert_null(strstr(name, "/."));
        assert_null(strstr(name, "//"));
    }
    kn_symbols_free(&seen);
    knap_names_free(names);
}

/* Names that are too long for a file are cut, between characters, and still differ. */
static void long_names_are_cut(void **state)
{
    knap_names *names;
    const char *first, *second;
    char id[602] = "";
    bool numbered;
    (void)state;
    for (size_t i = 0; i < 600; i += 3)
        memcpy(id + i, "\xE2\x82\xAC", 4);
    assert_ok(knap_names_new(NULL, &names, error));
    assert_ok(knap_names_add(names, id, '-', ".txt", &first, &numbered, error));
    assert_false(numbered);
    assert_int_equal(strlen(first), 198 + 4);
    strcat(id, "x");
    assert_ok(knap_names_add(names, id, '-', ".txt", &second, &numbered, error));
    assert_true(numbered);
    assert_string_not_equal(first, second);
    assert_string_equal(second + 198, "-2.txt");
    knap_names_free(names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_come_out_in_order),
        cmocka_unit_test(names_of_one_hash_are_two),
        cmocka_unit_test(random_numbers_fill_their_range),
        cmocka_unit_test(arrays_of_an_arena_are_aligned),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(a_failed_file_leaves_nothing),
        cmocka_unit_test(a_link_stays_a_link),
        cmocka_unit_test(a_link_to_nothing_stays_a_link),
        cmocka_unit_test(a_replaced_file_passes_on_its_mode),
        cmocka_unit_test(writers_of_one_file_do_not_mix),
        cmocka_unit_test(leftovers_of_killed_writers_are_removed),
        cmocka_unit_test(other_hard_links_keep_the_old_file),
        cmocka_unit_test(an_empty_path_is_refused),
        cmocka_unit_test(names_of_ids_differ),
        cmocka_unit_test(long_names_are_cut),
    };
    return cmocka_run_group_tests_name("base definition", tests, NULL, NULL);
}
