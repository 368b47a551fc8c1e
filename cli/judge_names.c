/* judge_names.c - matches the files of a system with topics. */
#include "judge.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const EXTENSIONS[] = {".txt", ".text", ".sum", ".summary", ".md", ".spl", NULL};

char *judge_stem(judge_memory *memory, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t length = strlen(name);
    for (size_t i = 0; EXTENSIONS[i]; i++) {
        size_t ending = strlen(EXTENSIONS[i]);
        if (length > ending && strcasecmp(name + length - ending, EXTENSIONS[i]) == 0) {
            length -= ending;
            break;
        }
    }
    return judge_copy(memory, name, length);
}

/* ---- Keys ---- */

typedef enum form { WHOLE, WITHOUT_AFFIXES, FIRST_PART, FORMS } form;

typedef struct named {
    const char *key;
    size_t index;
} named;

static bool is_separator(char byte)
{
    return byte == '.' || byte == '-' || byte == '_' || byte == ' ';
}

/* How many bytes at both ends, up to a separator, all keys have in common. */
static void find_affixes(const named *list, size_t count, size_t *prefix, size_t *suffix)
{
    const char *first = list[0].key;
    size_t length = strlen(first), begin = length, end = length;
    *prefix = *suffix = 0;
    for (size_t i = 1; i < count; i++) {
        size_t other = strlen(list[i].key), same = 0;
        while (same < begin && first[same] == list[i].key[same])
            same++;
        begin = same;
        for (same = 0; same < end && same < other && first[length - 1 - same] == list[i].key[other - 1 - same];)
            same++;
        end = same;
    }
    for (size_t i = 0; i < begin; i++)
        if (is_separator(first[i]))
            *prefix = i + 1;
    for (size_t i = 1; i <= end; i++)
        if (is_separator(first[length - i]))
            *suffix = i;
}

static int by_key(const void *left, const void *right)
{
    return strcmp(((const named *)left)->key, ((const named *)right)->key);
}

/* The keys in order. A key that two names share is emptied: it does not identify one of them. */
static named *make_keys(judge_memory *memory, const char *const *names, size_t count, form how)
{
    named *list = judge_new(memory, count + 1, sizeof *list);
    size_t prefix = 0, suffix = 0;
    for (size_t i = 0; i < count; i++) {
        char *key = judge_copy(memory, names[i], strlen(names[i]));
        for (char *at = key; *at; at++)
            *at = *at == '/' ? '-' : (char)tolower((unsigned char)*at);
        list[i] = (named){key, i};
    }
    if (how != WHOLE && count > 1)
        find_affixes(list, count, &prefix, &suffix);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(list[i].key), digits;
        const char *begin = list[i].key + prefix;
        length = length > prefix + suffix ? length - prefix - suffix : 0;
        if (how == FIRST_PART) {
            size_t letters = strspn(begin, "abcdefghijklmnopqrstuvwxyz");
            digits = strspn(begin + letters, "0123456789");
            length = digits ? letters + digits : 0;
        }
        list[i].key = judge_copy(memory, begin, length);
    }
    qsort(list, count, sizeof *list, by_key);
    for (size_t i = 0, next; i < count; i = next) {
        next = i + 1;
        while (next < count && strcmp(list[i].key, list[next].key) == 0)
            next++;
        for (size_t j = i; next - i > 1 && j < next; j++)
            list[j].key = "";
    }
    return list;
}

static size_t match_keys(const named *name, size_t count, const named *topic, size_t topics, size_t *at)
{
    size_t found = 0, n = 0, t = 0;
    for (size_t i = 0; i < count; i++)
        at[name[i].index] = topics;
    while (n < count && t < topics) {
        /* emptied keys are out of order and are skipped */
        int order = !*name[n].key ? -1 : !*topic[t].key ? 1 : strcmp(name[n].key, topic[t].key);
        if (order == 0) {
            at[name[n].index] = topic[t].index;
            found++;
        }
        n += order <= 0;
        t += order >= 0;
    }
    return found;
}

size_t judge_match(judge_memory *memory, const char *const *names, size_t count, const char *const *topic,
                   size_t topics, size_t *at, bool *partly)
{
    size_t best = 0, *trial = judge_new(memory, count + 1, sizeof *trial);
    *partly = false;
    for (size_t i = 0; i < count; i++)
        at[i] = topics;
    for (form how = WHOLE; how < FORMS && best < count && best < topics; how++) {
        const named *left = make_keys(memory, names, count, how), *right = make_keys(memory, topic, topics, how);
        size_t found = match_keys(left, count, right, topics, trial);
        if (found > best) {
            best = found;
            *partly = how != WHOLE;
            memcpy(at, trial, count * sizeof *at);
        }
    }
    return best;
}
