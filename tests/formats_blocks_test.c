/* formats_blocks_test.c - each construct of a format gives blocks of the right kind and level. Every case is also read cut at each byte,
 * and with each allocation failing. */
#include "formats_blocks.h"
#include "formats_samples.h"

#include "formats/formats.h"
#include "text/decode.h"

typedef struct written {
    char text[1 << 14];
    size_t used;
} written;

static void put(written *to, const char *text, size_t length)
{
    assert_true(to->used + length < sizeof to->text);
    memcpy(to->text + to->used, text, length);
    to->used += length;
    to->text[to->used] = 0;
}

/* Writes a line per block: kind, level where there is one, text. */
static knap_status write_blocks(void *context, const kn_extract *extract, const char *id, knap_error *error)
{
    kn_structure structure = kn_extract_structure(extract);
    char line[64];
    (void)error;
    if (id[0]) {
        put(context, "== ", 3);
        put(context, id, strlen(id));
        put(context, "\n", 1);
    }
    for (size_t i = 0; i < structure.blocks; i++) {
        const kn_block *block = &structure.block[i];
        int length = block->level ? snprintf(line, sizeof line, "%s%u ", knap_block_name(block->kind), block->level)
                                  : snprintf(line, sizeof line, "%s ", knap_block_name(block->kind));
        put(context, line, (size_t)length);
        put(context, extract->text.bytes + block->begin, block->end - block->begin);
        put(context, "\n", 1);
    }
    return KNAP_OK;
}

static knap_status write_file_name(void *context, const char *name, const char *data, size_t length, knap_error *error)
{
    (void)data, (void)length, (void)error;
    put(context, name, strlen(name));
    put(context, "\n", 1);
    return KNAP_OK;
}

/* The format that reads the bytes under that name, and what it makes of them. Plain text gives nothing. */
static knap_status read_as(const char *name, const char *data, size_t length, const knap_allocator *allocator,
                           written *to, knap_error *error)
{
    kn_output output = {to, write_blocks, write_file_name};
    kn_source source = {.name = name, .bytes = data, .length = length, .allocator = allocator, .most = 1 << 20};
    const kn_file_format *format = length ? kn_format_find(name, data, length, false) : NULL;
    kn_decoded decoded;
    knap_status status;
    if (format)
        return format->read(&source, &output, error);
    status = kn_decode(name, data, length, NULL, allocator, &decoded, error);
    if (status)
        return status;
    source.bytes = decoded.mapped.text.bytes;
    source.length = decoded.mapped.text.length;
    format = source.length ? kn_format_find(name, source.bytes, source.length, true) : NULL;
    if (format)
        status = format->read(&source, &output, error);
    kn_mapped_free(&decoded.mapped);
    return status;
}

static void gives_the_expected_blocks(void **state)
{
    (void)state;
    for (size_t i = 0; i < BLOCK_CASES; i++) {
        const block_case *at = &block_cases[i];
        written *to = calloc(1, sizeof *to);
        knap_error error = {.status = KNAP_OK};
        knap_status status = read_as(at->name, at->text, strlen(at->text), NULL, to, &error);
        if (status == KNAP_BAD_INPUT && strstr(error.message, "built without"))
            print_message("%s: %s\n", at->name, error.message);
        else if (status)
            fail_msg("%s, case %zu: %s", at->name, i, error.message);
        else if (strcmp(to->text, at->blocks) != 0)
            fail_msg("%s, case %zu:\n%s\ninstead of\n%s\nfor\n%s", at->name, i, to->text, at->blocks, at->text);
        free(to);
    }
}

/* Files that are archives. */
static void gives_the_blocks_of_archives(void **state)
{
    static const struct {
        const char *name;
        void (*make)(bytes *to);
        const char *blocks;
    } cases[] = {{"a.docx", make_blocks_docx,
                  "heading2 Part\nitem2 Inner point.\ncaption Figure 1\ntable Name\nparagraph This cell of the form "
                  "holds a whole sentence of "
                  "prose that people wrote there.\ncode a+b\nnote A footnote.\n"},
                 {"a.odt", make_blocks_odt,
                  "heading1 The ferry\nheading3 Deep\nitem1 One.\nitem2 Inner.\nparagraph It goes on.\ntable "
                  "Cell\nnote The note.\n"},
                 {"b.odt", make_sorted_odt,
                  "heading1 The ferry\nheading3 Deep\nitem1 One.\nitem2 Inner.\nparagraph It goes on.\ntable "
                  "Cell\nnote The note.\n"},
                 {"looks.docx", make_looks_docx,
                  "heading1 Old mills\nheading3 Wheel\nparagraph Turns all day, every day of the year.\nparagraph Plain "
                  "words\nheading2 Stone\nparagraph It grinds.\n"},
                 {"looks.odt", make_looks_odt,
                  "heading1 A mill by the brook\nparagraph The mill stands by the brook.\nheading2 Old mills\nheading3 "
                  "Wheel\nparagraph All of it turns.\n"},
                 {"a.pptx", make_pptx,
                  "heading1 The mill\nheading2 Why it turns\nitem1 Wind drives it.\nitem2 From the west and north.\n"
                  "caption Four sails, two stones.\nparagraph Reads:\ntable 9\nparagraph Say it slowly.\n"},
                 {"a.epub", make_epub,
                  "heading1 The mill\nfurniture The first chapter and the second chapter of this book are listed here "
                  "for you.\nheading2 One\n"
                  "paragraph The first chapter tells how the mill was built by two brothers.\nheading2 Two\nparagraph "
                  "The second chapter tells "
                  "how the mill burnt down one night in May.\n"},
                 {"a.epub", make_epub_in_folder,
                  "heading1 The mill\nfurniture The first chapter and the second chapter of this book are listed here "
                  "for you.\nheading2 One\n"
                  "paragraph The first chapter tells how the mill was built by two brothers.\nheading2 Two\nparagraph "
                  "The second chapter tells "
                  "how the mill burnt down one night in May.\n"},
                 {"a.xlsx", make_xlsx, NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bytes *made = calloc(1, sizeof *made);
        written *to = calloc(1, sizeof *to);
        knap_error error = {.status = KNAP_OK};
        knap_status status;
        cases[i].make(made);
        status = read_as(cases[i].name, (char *)made->data, made->length, NULL, to, &error);
        if (status == KNAP_BAD_INPUT && strstr(error.message, "built without"))
            print_message("%s: %s\n", cases[i].name, error.message);
        else if (!cases[i].blocks)
            assert_true(status == KNAP_BAD_INPUT && strstr(error.message, "spreadsheet"));
        else
            assert_string_equal(to->text, cases[i].blocks);
        free(made);
        free(to);
    }
}

/* Source code and data are refused with what to do; texts that have a little of them are not. */
static void refuses_what_is_no_text(void **state)
{
    static const char *const code[][2] = {{"a.py", "import os\n\ndef f(x):\n    return x\n"},
                                          {"a.c", "#include <stdio.h>\nint main(void)\n{\n    return 0;\n}\n"},
                                          {"a/Makefile", "all: mill\n"},
                                          {"CMakeLists.txt", "project(mill)\n"},
                                          {"mill.yml.gz", "name: mill\n"},
                                          {"x", "#!/bin/sh\necho one\n"},
                                          {"x", "int a;\nint b;\nint c;\nint d;\nint e;\nint f;\nint g;\nint h;\n"}};
    static const char *const text[][2] = {{"D30001.M.100.T.C", "The mill burnt down in May.\nNobody was hurt.\n"},
                                          {"Makefiles.txt", "A plain text about a mill.\n"},
                                          {"notes.py", "A plain text about a mill.\n"},
                                          {"x.txt", "We import oats; return on Monday.\nThe mill is old.\n"}};
    char dense[2000];
    written *to = calloc(1, sizeof *to);
    knap_error error = {.status = KNAP_OK};
    (void)state;
    for (size_t i = 0; i < sizeof code / sizeof *code; i++) {
        assert_int_equal(read_as(code[i][0], code[i][1], strlen(code[i][1]), NULL, to, &error), KNAP_BAD_INPUT);
        assert_true(strstr(error.message, "--format comments") && strcmp(error.file, code[i][0]) == 0);
    }
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        assert_int_equal(read_as(text[i][0], text[i][1], strlen(text[i][1]), NULL, to, &error), KNAP_OK);
    for (size_t i = 0; i < sizeof dense; i++)
        dense[i] = "{\"a\":1,"[i % 7];
    assert_int_equal(read_as("x.min", dense, sizeof dense, NULL, to, &error), KNAP_BAD_INPUT);
    free(to);
}

/* A format that is asked for by name. */
static void reads_comments(void **state)
{
    static const char code[] = "#!/bin/sh\n# Grind the oats,\n# all of them.\n\nint x; /* not this */\n/*\n * The "
                               "mill.\n */\n\"\"\"It turns.\"\"\"\n";
    written *to = calloc(1, sizeof *to);
    kn_output output = {to, write_blocks, write_file_name};
    kn_source source = {.name = "a.c", .bytes = code, .length = strlen(code)};
    knap_error error = {.status = KNAP_OK};
    char names[300];
    (void)state;
    assert_int_equal(kn_format_named("comments")->read(&source, &output, &error), KNAP_OK);
    assert_string_equal(to->text, "paragraph Grind the oats, all of them.\nparagraph The mill.\nparagraph It turns.\n");
    assert_null(kn_format_named("nosuch"));
    assert_null(kn_format_named("text")->read);
    assert_non_null(strstr(kn_format_names(names, sizeof names), "markdown, man"));
    free(to);
}

static void survives_cut_text(void **state)
{
    written *to = calloc(1, sizeof *to);
    (void)state;
    for (size_t i = 0; i < BLOCK_CASES; i++)
        for (size_t length = 0; length < strlen(block_cases[i].text); length++) {
            knap_error error = {.status = KNAP_OK};
            char *copy = malloc(length + 1); /* exact, so that a sanitizer sees every byte read behind it */
            knap_status status;
            memcpy(copy, block_cases[i].text, length);
            to->used = 0;
            status = read_as(block_cases[i].name, copy, length, NULL, to, &error);
            assert_true(status == KNAP_OK || (status == KNAP_BAD_INPUT && error.message[0]));
            free(copy);
        }
    free(to);
}

static const block_case *failing_case;

static knap_status read_failing(const knap_allocator *allocator)
{
    written *to = calloc(1, sizeof *to);
    knap_error error = {.status = KNAP_OK};
    knap_status status =
        read_as(failing_case->name, failing_case->text, strlen(failing_case->text), allocator, to, &error);
    free(to);
    return status == KNAP_BAD_INPUT && strstr(error.message, "built without") ? KNAP_OK : status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    for (size_t i = 0; i < BLOCK_CASES; i++) {
        failing_case = &block_cases[i];
        assert_true(fail_each_allocation(read_failing) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_expected_blocks), cmocka_unit_test(gives_the_blocks_of_archives),
        cmocka_unit_test(refuses_what_is_no_text),   cmocka_unit_test(reads_comments),
        cmocka_unit_test(survives_cut_text),         cmocka_unit_test(survives_failing_allocations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
