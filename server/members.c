/* members.c - reads the members of a request's JSON object by a table, and names the one that is wrong. */
#include "server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *members_kind(const json_t *value)
{
    switch (value ? json_typeof(value) : JSON_NULL) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    default:
        return "null";
    }
}

/* ---- Parsing ---- */

/* An upper bound of what jansson allocates for a text: the sizes of its structures by the signs that make them. */
static size_t tree_size(const char *bytes, size_t length)
{
    enum { OBJECT = 240, ARRAY = 144, MEMBER = 160, VALUE = 96 };
    size_t size = 4 * length + VALUE;
    bool in_string = false;
    for (size_t i = 0; i < length; i++) {
        char c = bytes[i];
        if (in_string) {
            i += c == '\\';
            in_string = c != '"';
            continue;
        }
        in_string = c == '"';
        size += c == '{' ? OBJECT + VALUE : c == '[' ? ARRAY + VALUE : c == ':' ? MEMBER : c == ',' ? VALUE : 0;
    }
    return size;
}

/* Parses JSON within the account of the thread. jansson's parser (2.14) writes beyond its buffers where an allocation fails, so it must
 * not see one fail: what it may need at most is compared with the limit before. */
static json_t *parse(const char *bytes, size_t length, size_t flags, json_error_t *problem)
{
    cli_account *account = cli_account_in_use();
    bool lifted = account && account->lifted;
    json_t *made;
    if (account && !lifted) {
        size_t used = atomic_load(&account->used), most = account->most ? account->most : SIZE_MAX;
        if (cli_cancelled() || used > most || tree_size(bytes, length) > most - used) {
            atomic_store(&account->refused, !cli_cancelled());
            *problem = (json_error_t){.line = -1};
            problem->text[JSON_ERROR_TEXT_LENGTH - 1] = json_error_out_of_memory;
            return NULL;
        }
        account->lifted = true;
    }
    made = json_loadb(bytes, length, flags, problem);
    if (account)
        account->lifted = lifted;
    return made;
}

/* Whether an allocation of this thread's request was refused. */
static bool is_limited(void)
{
    cli_account *account = cli_account_in_use();
    return account && (atomic_load(&account->refused) || cli_cancelled());
}

/* ---- Tables ---- */

static const member_row *find(const member_row *table, const char *name)
{
    for (; table && table->name; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

static bool unknown(const member_row *table, const char *name, fault *wrong)
{
    cli_suggestion near;
    char hint[128], shown[80];
    cli_suggest_begin(&near, name, strlen(name));
    for (const member_row *row = table; row && row->name; row++)
        cli_suggest_try(&near, row->name, strlen(row->name));
    cli_suggest_text(&near, "", hint, sizeof hint);
    snprintf(shown, sizeof shown, "%.70s", name);
    return fault_set(wrong, 400, shown, "this member is not known%s%s GET /openapi.json describes all members", hint,
                     hint[0] ? "" : ";");
}

static bool read_count(const member_row *row, const json_t *value, size_t *into, fault *wrong)
{
    double number = json_is_number(value) ? json_number_value(value) : -1;
    if (!json_is_number(value) || number < 0 || number > 9007199254740992.0 || number != floor(number))
        return fault_set(wrong, 400, row->name, "expected a whole number from 0, got %s",
                         json_is_number(value) ? "another number" : members_kind(value));
    *into = (size_t)number;
    return true;
}

static bool read_member(const member_row *row, const json_t *value, void *into, fault *wrong)
{
    char *field = (char *)into + row->offset;
    switch (row->type) {
    case MEMBER_TEXT:
        if (!json_is_string(value))
            return fault_set(wrong, 400, row->name, "expected a string, got %s", members_kind(value));
        *(const char **)(void *)field = json_string_value(value);
        return true;
    case MEMBER_COUNT:
        return read_count(row, value, (size_t *)(void *)field, wrong);
    case MEMBER_REAL:
        if (!json_is_number(value))
            return fault_set(wrong, 400, row->name, "expected a number, got %s", members_kind(value));
        *(double *)(void *)field = json_number_value(value);
        return true;
    case MEMBER_FLAG:
        if (!json_is_boolean(value))
            return fault_set(wrong, 400, row->name, "expected true or false, got %s", members_kind(value));
        *(bool *)(void *)field = json_is_true(value);
        return true;
    default:
        *(const json_t **)(void *)field = value;
        return true;
    }
}

bool members_has(const member_row *table, const char *name)
{
    return find(table, name) != NULL;
}

bool members_read(const member_row *table, const json_t *object, void *into, fault *wrong)
{
    const char *name;
    json_t *value, *mutable = (json_t *)(size_t)object; /* jansson's iterators are not const */
    json_object_foreach(mutable, name, value)
    {
        const member_row *row = find(table, name);
        if (!row)
            return unknown(table, name, wrong);
        if (!json_is_null(value) && !read_member(row, value, into, wrong))
            return false;
    }
    return true;
}

bool members_add_text(const member_row *table, json_t *object, const char *name, const char *value, fault *wrong)
{
    const member_row *row = find(table, name);
    json_t *made = NULL;
    json_error_t problem;
    char *end;
    double number;
    if (!row)
        return unknown(table, name, wrong);
    if (row->type == MEMBER_TEXT) {
        made = json_string(value);
        if (!made && !is_limited())
            return fault_set(wrong, 400, row->name, "expected text in UTF-8");
    } else if (row->type == MEMBER_FLAG) {
        bool on = strcmp(value, "true") == 0 || strcmp(value, "1") == 0 || strcmp(value, "") == 0;
        if (!on && strcmp(value, "false") != 0 && strcmp(value, "0") != 0)
            return fault_set(wrong, 400, row->name, "expected true or false");
        made = json_boolean(on);
    } else if (row->type == MEMBER_JSON) {
        made = parse(value, strlen(value), JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &problem);
        if (!made && json_error_code(&problem) != json_error_out_of_memory)
            return fault_set(wrong, 400, row->name, "expected JSON in this variable of the query string");
    } else {
        number = strtod(value, &end);
        if (!*value || *end || !isfinite(number))
            return fault_set(wrong, 400, row->name, "expected a number");
        made = number == floor(number) && fabs(number) < 9e15 ? json_integer((json_int_t)number) : json_real(number);
    }
    return made && json_object_set_new(object, name, made) == 0; /* false without a fault: a limit was reached */
}

json_t *members_parse(const char *bytes, size_t length, fault *wrong)
{
    json_error_t problem;
    json_t *object = parse(bytes ? bytes : "", length, JSON_REJECT_DUPLICATES, &problem);
    const cli_account *account = cli_account_in_use();
    if (object && json_is_object(object))
        return object;
    if (object)
        fault_set(wrong, 400, NULL, "expected a JSON object, got %s", members_kind(object));
    else if (!account || (!atomic_load(&account->refused) && !atomic_load(&account->cancelled)))
        fault_set(wrong, 400, NULL, "not JSON: line %d, column %d: %s", problem.line, problem.column, problem.text);
    json_decref(object);
    return NULL;
}
