/* answers.c - what answers repeat of their input: the members that knap does not use, of instances and of items.
 *
 * Input: bytes that choose members. jansson, which is another library than the reader, makes an instance of them and writes it
 * with or without line ends and with other characters escaped. What the reader keeps must be one line, and jansson must read the
 * same members with the same values from it. */
#include "fuzz.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count, (void)argument;
    return 0;
}

/* Texts of what breaks JSON where it is not escaped. */
static const char *const PIECES[] = {"a",
                                     "\"",
                                     "\\",
                                     "\n",
                                     "\r",
                                     "\t",
                                     "\x01",
                                     "{",
                                     "}",
                                     "[",
                                     "]",
                                     ",",
                                     ":",
                                     "/",
                                     "u0022",
                                     "\\u0022",
                                     "\xc3\xa9",
                                     "\xe2\x80\xa8",
                                     "\xf0\x9f\x8c\x8d",
                                     "\x7f",
                                     " ",
                                     "<",
                                     "null",
                                     "x\":1},\"items\":[\"EVIL\"],\"y\":{\""};
enum { PIECE_COUNT = sizeof PIECES / sizeof *PIECES };

static void make_text(fuzz_bytes *bytes, char *text, size_t size)
{
    text[0] = 0;
    for (size_t i = fuzz_below(bytes, 6); i > 0; i--)
        snprintf(text + strlen(text), size - strlen(text), "%s", PIECES[fuzz_below(bytes, PIECE_COUNT)]);
}

static json_t *make_value(fuzz_bytes *bytes, unsigned depth)
{
    char text[256];
    json_t *made;
    switch (fuzz_below(bytes, depth < 2 ? 6 : 4)) {
    case 0:
        return json_integer((json_int_t)fuzz_below(bytes, 1000));
    case 1:
        return json_boolean(fuzz_below(bytes, 2));
    case 2:
        return json_real((double)fuzz_byte(bytes) / 7);
    case 3:
        make_text(bytes, text, sizeof text);
        return json_string(text);
    case 4:
        made = json_array();
        for (size_t i = fuzz_below(bytes, 4); i > 0; i--)
            json_array_append_new(made, make_value(bytes, depth + 1));
        return made;
    default:
        made = json_object();
        for (size_t i = fuzz_below(bytes, 4); i > 0; i--) {
            make_text(bytes, text, sizeof text);
            json_object_set_new(made, text, make_value(bytes, depth + 1));
        }
        return made;
    }
}

/* Members that mean nothing to knap: their names begin with a mark that no field has. */
static void add_members(fuzz_bytes *bytes, json_t *to, json_t *also)
{
    char name[300] = "~";
    for (size_t i = fuzz_below(bytes, 5); i > 0; i--) {
        json_t *value = make_value(bytes, 0);
        make_text(bytes, name + 1, sizeof name - 1);
        json_object_set(to, name, value);
        json_object_set(also, name, value);
        json_decref(value);
    }
}

/* What was kept, between `before` and `after`, is one line that jansson reads as `expected`. */
static void check_kept(const char *before, const char *kept, const char *after, const json_t *expected)
{
    size_t size = strlen(before) + strlen(kept) + strlen(after) + 1;
    char *text = malloc(size);
    json_error_t error;
    json_t *found;
    CHECK(text);
    snprintf(text, size, "%s%s%s", before, kept, after);
    CHECK(!strchr(text, '\n') && !strchr(text, '\r'));
    found = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!found || !json_equal(found, expected))
        fprintf(stderr, "not what was given: %s\n", text);
    CHECK(found && json_equal(found, expected));
    json_decref(found);
    free(text);
}

static json_t *make_instance(fuzz_bytes *bytes, json_t *kept, json_t *items)
{
    json_t *instance = json_object(), *list = json_array();
    add_members(bytes, instance, kept);
    for (size_t i = 1 + fuzz_below(bytes, 3); i > 0; i--) {
        json_t *item = json_object(), *left = json_object();
        bool vector = fuzz_below(bytes, 2);
        if (vector && fuzz_below(bytes, 2))
            json_object_set_new(item, "vector", json_pack("{s:f}", "a", 1.0));
        add_members(bytes, item, left);
        json_object_set_new(item, "cost", json_integer(1));
        json_object_set_new(left, "cost", json_integer(1));
        if (vector && !json_object_get(item, "vector"))
            json_object_set_new(item, "covers", json_pack("{s:f}", "x", 1.0));
        json_array_append_new(list, item);
        json_array_append_new(items, left);
    }
    json_object_set_new(instance, "items", list);
    json_object_set_new(instance, "budget", json_integer(2));
    add_members(bytes, instance, kept);
    return instance;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    fuzz_bytes bytes = {data, data + length};
    json_t *kept = json_object(), *items = json_array(), *instance;
    size_t flags = (fuzz_byte(&bytes) & 1 ? JSON_ENSURE_ASCII : 0) | (fuzz_byte(&bytes) & 1 ? JSON_ESCAPE_SLASH : 0);
    knap_reader_options options = {.keep = true};
    knap_instance *read;
    knap_reader *reader;
    knap_data *into;
    knap_error error;
    char *text;
    instance = make_instance(&bytes, kept, items);
    text = json_dumps(instance, flags | (fuzz_byte(&bytes) & 1 ? JSON_COMPACT : 0));
    CHECK(text && !knap_data_new(NULL, &into, &error));
    CHECK(!knap_reader_open_bytes("answers", text, strlen(text), NULL, &reader, &error));
    CHECK(!knap_reader_configure(reader, &options, &error));
    CHECK(!knap_reader_read(reader, 1, into, NULL, &error));
    read = knap_data_at(into, 0);
    CHECK(read && knap_instance_count(read) == json_array_size(items));
    if (json_object_size(kept))
        check_kept("{", knap_instance_source(read), "}", kept);
    for (size_t i = 0; i < json_array_size(items); i++)
        check_kept("", knap_instance_item_source(read, i), "", json_array_get(items, i));
    knap_reader_close(reader);
    knap_data_free(into);
    free(text);
    json_decref(instance);
    json_decref(kept);
    json_decref(items);
    return 0;
}
