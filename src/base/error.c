/* error.c - errors as values. */
#include "base/error.h"
#include "base/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void fill(knap_error *error, knap_status status, const char *file, size_t line, const char *format,
                 va_list arguments)
{
    if (!error)
        return;
    error->status = status;
    error->line = line;
    /* A long path keeps its end, which is what tells files apart. */
    size_t length = file ? strlen(file) : 0;
    size_t skip = length < sizeof error->file ? 0 : length - sizeof error->file + 1;
    snprintf(error->file, sizeof error->file, "%s", file ? file + skip : "");
    kn_print_list(error->message, sizeof error->message, format, arguments);
}

knap_status kn_fail(knap_error *error, knap_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, status, NULL, 0, format, arguments);
    va_end(arguments);
    return status;
}

knap_status kn_fail_at(knap_error *error, knap_status status, const char *file, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, status, file, line, format, arguments);
    va_end(arguments);
    return status;
}

knap_status kn_required(knap_error *error, const char *call, const char *argument)
{
    return kn_fail(error, KNAP_USAGE, "%s: the argument '%s' must not be NULL", call, argument);
}

knap_status kn_no_memory(knap_error *error)
{
    return kn_fail(error, KNAP_NO_MEMORY, "out of memory");
}

const char *knap_error_text(const knap_error *error, char *text, size_t size)
{
    if (!text || !size)
        return text;
    if (!error)
        text[0] = 0;
    else if (error->file[0] && error->line)
        snprintf(text, size, "%s:%zu: %s", error->file, error->line, error->message);
    else if (error->file[0])
        snprintf(text, size, "%s: %s", error->file, error->message);
    else
        snprintf(text, size, "%s", error->message);
    return text;
}

const char *knap_version(void)
{
    return KNAP_VERSION_STRING;
}
