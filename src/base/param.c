/* param.c - reading and writing the fields of a settings struct through its table. */
#include "base/inner.h"
#include "base/error.h"
#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void *field(const knap_param *param, void *settings)
{
    return (char *)settings + param->offset;
}

static int choice_index(const knap_param *param, const char *name, size_t length)
{
    for (int i = 0; param->choices[i]; i++)
        if (strlen(param->choices[i]) == length && memcmp(param->choices[i], name, length) == 0)
            return i;
    return -1;
}

/* All members of a CHOICE or SET, as bits. */
static unsigned all_choices(const knap_param *param)
{
    unsigned all = 0;
    for (int i = 0; param->choices[i]; i++)
        all |= 1u << i;
    return all;
}

/* The names of groups, NAME=CHOICE,CHOICE, which follow the choices of a set. */
static const char *const *groups_of(const knap_param *param)
{
    const char *const *at = param->choices;
    while (*at)
        at++;
    return at + 1;
}

/* The choices that a list of names stands for; 0 where one is unknown. */
static unsigned read_names(const knap_param *param, const char *names)
{
    unsigned set = 0;
    for (const char *at = names; at;) {
        size_t length = strcspn(at, ",");
        int index = choice_index(param, at, length);
        unsigned found = index < 0 ? 0 : 1u << index;
        for (const char *const *group = groups_of(param); !found && *group; group++)
            if (strcspn(*group, "=") == length && memcmp(*group, at, length) == 0)
                found = read_names(param, *group + length + 1);
        if (!found)
            return 0;
        set |= found;
        at = at[length] ? at + length + 1 : NULL;
    }
    return set;
}

static knap_status bad_choice(const knap_param *param, const char *text, knap_error *error)
{
    char list[256] = "";
    size_t used = 0;
    for (int i = 0; param->choices[i] && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", param->choices[i]);
    for (const char *const *group = param->type == KNAP_PARAM_SET ? groups_of(param) : NULL;
         group && *group && used < sizeof list; group++)
        used += (size_t)snprintf(list + used, sizeof list - used, ", %.*s", (int)strcspn(*group, "="), *group);
    return kn_fail(error, KNAP_USAGE, "%s: '%s' is not one of %s", param->name, text, list);
}

static knap_status bad_number(const knap_param *param, const char *text, knap_error *error)
{
    return kn_fail(error, KNAP_USAGE, "%s: '%s' is not a %s from %g to %g", param->name, text,
                   param->type == KNAP_PARAM_COUNT ? "whole number" : "number", param->low, param->high);
}

static bool in_range(const knap_param *param, double value)
{
    return isfinite(value) && value >= param->low && value <= param->high &&
           (param->type != KNAP_PARAM_COUNT || (value == floor(value) && value <= (double)SIZE_MAX));
}

/* What a unit behind a number multiplies it by, "w=7"; 0 where it is none of the units. */
static double unit_of(const knap_param *param, const char *text)
{
    size_t length = strlen(text);
    char *end;
    for (const char *const *unit = param->choices; unit && *unit; unit++)
        if (strncmp(*unit, text, length) == 0 && (*unit)[length] == '=')
            return kn_parse_number(*unit + length + 1, &end);
    return 0;
}

static knap_status parse_number(const knap_param *param, void *settings, const char *text, knap_error *error)
{
    char *end;
    double value = kn_parse_number(text, &end), unit;
    if (end != text && *end && (unit = unit_of(param, end)) > 0) {
        value *= unit;
        end += strlen(end);
    }
    if (end == text || *end || !in_range(param, value))
        return bad_number(param, text, error);
    if (param->type == KNAP_PARAM_COUNT)
        *(size_t *)field(param, settings) = (size_t)value;
    else
        *(double *)field(param, settings) = value;
    return KNAP_OK;
}

static knap_status parse_set(const knap_param *param, void *settings, const char *text, knap_error *error)
{
    unsigned set = 0;
    bool none = param->low == 0 && strcmp(text, "none") == 0;
    if (strcmp(text, "all") == 0)
        set = all_choices(param);
    else if (!none && !(set = read_names(param, text)))
        return bad_choice(param, text, error);
    *(unsigned *)field(param, settings) = set;
    return KNAP_OK;
}

knap_status knap_param_parse(const knap_param *param, void *settings, const char *text, knap_error *error)
{
    static const char *const words[] = {"no", "yes", "off", "on", "false", "true", "0", "1"};
    int index;
    KN_REQUIRE(param);
    KN_REQUIRE(settings);
    KN_REQUIRE(text);
    switch (param->type) {
    case KNAP_PARAM_COUNT:
    case KNAP_PARAM_REAL:
        return parse_number(param, settings, text, error);
    case KNAP_PARAM_FLAG:
        for (int i = 0; i < 8; i++)
            if (strcmp(text, words[i]) == 0) {
                *(bool *)field(param, settings) = i & 1;
                return KNAP_OK;
            }
        return kn_fail(error, KNAP_USAGE, "%s: '%s' is neither yes nor no", param->name, text);
    case KNAP_PARAM_CHOICE:
        index = choice_index(param, text, strlen(text));
        if (index < 0)
            return bad_choice(param, text, error);
        *(int *)field(param, settings) = index;
        return KNAP_OK;
    case KNAP_PARAM_SET:
        return parse_set(param, settings, text, error);
    }
    return kn_fail(error, KNAP_USAGE, "%s: unknown type of setting", param->name);
}

static void add_name(char *text, size_t size, const char *name, size_t length)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%.*s", used ? "," : "", (int)length, name);
}

/* The names of a set; for people, group names are used where they make the text shorter. */
static void format_set(const knap_param *param, unsigned set, bool exact, char *text, size_t size)
{
    unsigned all = all_choices(param);
    snprintf(text, size, "%s", set ? "" : "none");
    if (!exact && set == all) {
        add_name(text, size, "all", 3);
        return;
    }
    for (const char *const *group = groups_of(param); !exact && *group; group++) {
        size_t length = strcspn(*group, "=");
        unsigned members = read_names(param, *group + length + 1);
        if ((set & members) != members)
            continue;
        add_name(text, size, *group, length);
        set &= ~members;
    }
    for (int i = 0; param->choices[i]; i++)
        if (set & 1u << i)
            add_name(text, size, param->choices[i], strlen(param->choices[i]));
}

static bool is_choice(const knap_param *param, int index)
{
    for (int i = 0; i <= index && param->choices[i]; i++)
        if (i == index)
            return true;
    return false;
}

_Static_assert(sizeof(knap_status) == sizeof(int), "a choice is an int or an enum of its size");

void knap_param_copy(const knap_param *param, void *settings, const void *from)
{
    static const size_t size[] = {[KNAP_PARAM_COUNT] = sizeof(size_t),
                                  [KNAP_PARAM_REAL] = sizeof(double),
                                  [KNAP_PARAM_FLAG] = sizeof(bool),
                                  [KNAP_PARAM_CHOICE] = sizeof(int),
                                  [KNAP_PARAM_SET] = sizeof(unsigned)};
    if (param && settings && from)
        memcpy((char *)settings + param->offset, (const char *)from + param->offset, size[param->type]);
}

const char *knap_param_format(const knap_param *param, const void *settings, bool exact, char *text, size_t size)
{
    const void *at;
    if (!text || !size)
        return text;
    text[0] = 0;
    if (!param || !settings)
        return text;
    at = (const char *)settings + param->offset;
    switch (param->type) {
    case KNAP_PARAM_COUNT:
        snprintf(text, size, "%zu", *(const size_t *)at);
        break;
    case KNAP_PARAM_REAL:
        kn_print(text, size, exact ? "%a" : "%g", *(const double *)at);
        break;
    case KNAP_PARAM_FLAG:
        snprintf(text, size, "%s", *(const bool *)at ? "yes" : "no");
        break;
    case KNAP_PARAM_CHOICE:
        snprintf(text, size, "%s", is_choice(param, *(const int *)at) ? param->choices[*(const int *)at] : "?");
        break;
    case KNAP_PARAM_SET:
        format_set(param, *(const unsigned *)at, exact, text, size);
        break;
    }
    return text;
}

static knap_status check_field(const knap_param *param, const void *settings, knap_error *error)
{
    const void *at = (const char *)settings + param->offset;
    char text[64];
    switch (param->type) {
    case KNAP_PARAM_COUNT:
        /* as integers: a double does not tell 2^53 from its successor */
        if (*(const size_t *)at >= (uint64_t)param->low && *(const size_t *)at <= (uint64_t)param->high)
            return KNAP_OK;
        break;
    case KNAP_PARAM_REAL:
        if (in_range(param, *(const double *)at))
            return KNAP_OK;
        break;
    case KNAP_PARAM_FLAG:
        return KNAP_OK;
    case KNAP_PARAM_CHOICE:
        if (is_choice(param, *(const int *)at))
            return KNAP_OK;
        snprintf(text, sizeof text, "%d", *(const int *)at);
        return bad_choice(param, text, error);
    case KNAP_PARAM_SET:
        if (!(*(const unsigned *)at & ~all_choices(param)) && (*(const unsigned *)at || param->low == 0))
            return KNAP_OK;
        snprintf(text, sizeof text, "%#x", *(const unsigned *)at);
        return bad_choice(param, text, error);
    }
    return bad_number(param, knap_param_format(param, settings, 0, text, sizeof text), error);
}

knap_status knap_params_check(const knap_param *table, const void *settings, knap_error *error)
{
    knap_status status = KNAP_OK;
    KN_REQUIRE(table);
    KN_REQUIRE(settings);
    for (const knap_param *param = table; !status && param->name; param++)
        status = check_field(param, settings, error);
    return status;
}

void knap_params_init(const knap_param *table, void *settings)
{
    if (!table || !settings)
        return;
    for (const knap_param *param = table; param->name; param++) {
        void *at = field(param, settings);
        if (param->type == KNAP_PARAM_COUNT)
            *(size_t *)at = (size_t)param->initial;
        else if (param->type == KNAP_PARAM_REAL)
            *(double *)at = param->initial;
        else if (param->type == KNAP_PARAM_SET)
            *(unsigned *)at = (unsigned)param->initial;
        else if (param->type == KNAP_PARAM_FLAG)
            *(bool *)at = param->initial != 0;
        else
            *(int *)at = (int)param->initial;
    }
}

const knap_param *knap_param_find(const knap_param *table, const char *name)
{
    for (const knap_param *param = table; param && name && param->name; param++)
        if (strcmp(param->name, name) == 0)
            return param;
    return NULL;
}
