/* recognise.c - what a file holds, by its first bytes: JSON by the members of its first object, XML by an
 * EVAL tag. */
#include "io/recognise.h"
#include "base/error.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

typedef struct scan {
    const char *at, *end;
} scan;

static void skip_space(scan *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' || *s->at == '\n' || *s->at == '\r'))
        s->at++;
}

/* Skips the string that starts here; false if the bytes end before the string does. */
static bool skip_string(scan *s)
{
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        if (*s->at == '\\')
            s->at++;
    if (s->at >= s->end)
        return false;
    s->at++;
    return true;
}

/* Skips the value that starts here, up to the comma or the brace after it. */
static void skip_value(scan *s)
{
    for (size_t depth = 0; s->at < s->end;) {
        char byte = *s->at;
        if (depth == 0 && (byte == ',' || byte == '}'))
            return;
        if (byte == '"') {
            skip_string(s);
            continue;
        }
        if (byte == '{' || byte == '[')
            depth++;
        else if ((byte == '}' || byte == ']') && depth > 0)
            depth--;
        s->at++;
    }
}

/* The kind of the object, by the first of its members that is known. */
static knap_content json_content(scan *s)
{
    static const struct {
        const char *name;
        knap_content content;
        bool list; /* only where its value is a list: instances may have a number of documents */
    } members[] = {{"documents", KNAP_CONTENT_CLUSTERS, true},
                   {"items", KNAP_CONTENT_INSTANCES, false},
                   {"refs", KNAP_CONTENT_EVALUATION, false},
                   {"peer", KNAP_CONTENT_EVALUATION, false},
                   {"peers", KNAP_CONTENT_EVALUATION, false}};
    for (;;) {
        const char *name;
        size_t length;
        skip_space(s);
        if (s->at >= s->end || *s->at == '}')
            return KNAP_CONTENT_JSON;
        if (*s->at != '"')
            return KNAP_CONTENT_TEXT;
        name = s->at + 1;
        if (!skip_string(s))
            return KNAP_CONTENT_TEXT;
        length = (size_t)(s->at - name) - 1;
        skip_space(s);
        if (s->at >= s->end || *s->at != ':')
            return KNAP_CONTENT_TEXT;
        s->at++;
        skip_space(s);
        for (size_t i = 0; i < sizeof members / sizeof *members; i++)
            if (strlen(members[i].name) == length && memcmp(members[i].name, name, length) == 0 &&
                (!members[i].list || (s->at < s->end && *s->at == '[')))
                return members[i].content;
        skip_value(s);
        if (s->at < s->end && *s->at == ',')
            s->at++;
    }
}

/* A tag <EVAL ...> or <ROUGE-EVAL ...>, in any case. */
static bool has_eval(const scan *s)
{
    for (const char *at = s->at; at + 5 < s->end; at++)
        if (*at == '<' && (strncasecmp(at + 1, "EVAL", 4) == 0 || strncasecmp(at + 1, "ROUGE", 5) == 0))
            return true;
    return false;
}

knap_content kn_recognise(const char *bytes, size_t length)
{
    scan s = {bytes, bytes + (length < KN_HEAD ? length : KN_HEAD)};
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0)
        s.at += 3;
    skip_space(&s);
    if (s.at < s.end && *s.at == '{') {
        s.at++;
        return json_content(&s);
    }
    return s.at < s.end && *s.at == '<' && has_eval(&s) ? KNAP_CONTENT_CONFIG : KNAP_CONTENT_TEXT;
}

knap_status knap_recognise(const char *path, knap_content *content, knap_error *error)
{
    char head[KN_HEAD];
    size_t length;
    FILE *file;
    int problem;
    if (!path || !content)
        return kn_fail(error, KNAP_USAGE, "knap_recognise: path and content must not be NULL");
    file = fopen(path, "rb");
    if (!file)
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot open: %s", strerror(errno));
    length = fread(head, 1, sizeof head, file);
    problem = ferror(file) ? errno : 0;
    fclose(file);
    if (problem)
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot read: %s", strerror(problem));
    *content = kn_recognise(head, length);
    return KNAP_OK;
}
