/* memory.c - memory of the program's own, and JSON made of it. The program ends with a message where memory is out, so
 * that no caller needs to check; the library, which never exits, reports that as a status. */
#define _GNU_SOURCE /* fopencookie */
#include "cli.h"
#include "base/utf8.h"

#include <jansson.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Ends the request that the thread works on, or the program. A stream that exit() flushes may run out of memory too. */
static void end_without_memory(void)
{
    static atomic_flag ending = ATOMIC_FLAG_INIT;
    cli_account *account = cli_account_in_use();
    if (account && account->recover)
        longjmp(*account->recover, 1);
    if (atomic_flag_test_and_set(&ending))
        _exit(CLI_FAILED);
    exit(cli_no_memory());
}

static void *checked(void *made)
{
    if (!made)
        end_without_memory();
    return made;
}

void cli_need_memory(knap_status status)
{
    if (status == KNAP_NO_MEMORY)
        end_without_memory();
}

void *cli_new(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

void *cli_grow(void *array, size_t count, size_t size)
{
    if (size && count > (size_t)-1 / size)
        return checked(NULL);
    return checked(realloc(array, count * size + 1));
}

char *cli_copy(const char *text, size_t length)
{
    char *copy = cli_new(length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

/* A page under way. open_memstream does not do: where memory is out, it loses text without an error. */
typedef struct page_writer {
    cli_buffer text;
    char **page;
    size_t *length;
} page_writer;

static ssize_t write_page(void *context, const char *bytes, size_t length)
{
    page_writer *self = context;
    cli_add(&self->text, bytes, length);
    return (ssize_t)length;
}

static int close_page(void *context)
{
    page_writer *self = context;
    *self->length = self->text.length;
    cli_add(&self->text, "", 1);
    *self->page = self->text.bytes;
    free(self);
    return 0;
}

FILE *cli_page(char **page, size_t *length)
{
    page_writer *self = cli_new(1, sizeof *self);
    *self = (page_writer){.page = page, .length = length};
    return checked(fopencookie(self, "w", (cookie_io_functions_t){.write = write_page, .close = close_page}));
}

void cli_page_end(FILE *page, char *const *text)
{
    bool failed = ferror(page) != 0;
    if (fclose(page) != 0 || failed || !*text) /* glibc reports no error where the text could not be made */
        checked(NULL);
}

char *cli_format(const char *format, ...)
{
    va_list arguments;
    char *text = NULL;
    size_t length = 0;
    FILE *page = cli_page(&text, &length);
    va_start(arguments, format);
    vfprintf(page, format, arguments);
    va_end(arguments);
    cli_page_end(page, &text);
    return text;
}

/* A request that reaches its limit gets an error from jansson. Where the machine has no memory, the request or the program ends. */
static void *json_new(size_t size)
{
    const cli_account *account = cli_account_in_use();
    void *made = cli_take(size);
    return made || (account && !account->lifted) ? made : checked(NULL);
}

/* Memory that is free again stays with the program: otherwise each small instance that is packed takes pages from the kernel
 * and gives them back, and threads wait for each other there. Address space is taken 64 MB at a time, the size of the heaps of
 * threads: with less, glibc extends those by one page per call of the kernel. Pages that are not used take no memory. */
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20); /* the largest; without it the first call would fix it at 128 kB */
    mallopt(M_TOP_PAD, 64 << 20);
#endif
}

/* To summarize one cluster takes about 1.7 MB. Page by page, as it is first touched, each page costs the system as much time as 2,000
 * instructions of ours; all pages at once cost a fifth of that. */
void cli_fill_heap(void)
{
#if defined(__GLIBC__) && defined(MADV_POPULATE_WRITE)
    enum { HEAP = 7 << 18, LARGE = 4 << 20, KEPT = 64 << 20 };
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *block, *first;
    /* arrays below LARGE bytes come from the heap, and what is freed there is used again */
    if (!mallopt(M_MMAP_THRESHOLD, LARGE) || !mallopt(M_TRIM_THRESHOLD, KEPT) || !(block = malloc(HEAP)))
        return;
    first = block + (page - (uintptr_t)block % page) % page;
    madvise(first, (HEAP - (size_t)(first - block)) / page * page, MADV_POPULATE_WRITE); /* older kernels refuse it */
    free(block);
#endif
}

void cli_leave_data(knap_data *data)
{
    /* They are referred to from here, so that tools see no leak. Without volatile the compiler would store nothing. */
    static knap_data *volatile left[4];
    static size_t count;
    if (count < sizeof left / sizeof *left)
        left[count++] = data;
    else
        knap_data_free(data);
}

void cli_check_memory(void)
{
    keep_freed_memory();
    json_set_alloc_funcs(json_new, cli_give_back);
}

/* ---- JSON ---- */

char *cli_repair(const char *text, size_t *length)
{
    char *repaired = cli_new(*length + 1, 3); /* U+FFFD takes three bytes */
    size_t used = 0;
    for (size_t i = 0; i < *length;) {
        size_t size = kn_utf8_valid((const unsigned char *)text + i, *length - i);
        memcpy(repaired + used, size ? text + i : "\xEF\xBF\xBD", size ? size : 3);
        used += size ? size : 3;
        i += size ? size : 1;
    }
    *length = used;
    return repaired;
}

json_t *cli_json_text(const char *text, size_t length)
{
    json_t *string = json_stringn(text, length);
    char *repaired;
    if (string)
        return string;
    repaired = cli_repair(text, &length);
    string = checked(json_stringn(repaired, length));
    free(repaired);
    return string;
}

json_t *cli_json_string(const char *text)
{
    return cli_json_text(text, strlen(text));
}

json_t *cli_json_real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *cli_json_count(size_t value)
{
    return json_integer((json_int_t)value);
}

void cli_json_put(json_t *object, const char *key, json_t *value)
{
    json_t *name = cli_json_string(key); /* a key can be the name of a file, in any bytes */
    if (json_object_set_new(object, json_string_value(name), value) != 0)
        checked(NULL);
    json_decref(name);
}

void cli_json_add(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        checked(NULL);
}

char *cli_json_format(json_t *object, int precision)
{
    char *made = checked(json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION((size_t)precision)));
    char *text = cli_copy(made, strlen(made));
    cli_give_back(made);
    json_decref(object);
    return text;
}

void cli_json_print(json_t *object)
{
    char *text = cli_json_format(object, CLI_JSON_DIGITS);
    puts(text);
    free(text);
}
