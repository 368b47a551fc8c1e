/* parts.c - the files inside a file that is an archive. */
#include "formats/parts.h"
#include "formats/archive.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>

enum { ZIP_HEAD = 4096, ZIP_TAIL = 1 << 16 };

static bool contains(const char *bytes, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = bytes, *end = bytes + length; (size_t)(end - at) >= size; at++) {
        at = memchr(at, word[0], (size_t)(end - at) - size + 1);
        if (!at)
            return false;
        if (memcmp(at, word, size) == 0)
            return true;
    }
    return false;
}

bool kn_zip_has(const char *bytes, size_t length, const char *name)
{
    size_t tail = length < ZIP_TAIL ? length : ZIP_TAIL;
    return contains(bytes, length < ZIP_HEAD ? length : ZIP_HEAD, name) || contains(bytes + length - tail, tail, name);
}

static knap_status take_part(void *context, const char *name, const char *bytes, size_t length, knap_error *error)
{
    kn_parts *self = context;
    size_t count = self->names.count;
    uint32_t number;
    name += strncmp(name, "./", 2) == 0 ? 2 : 0;
    number = kn_symbols_add(&self->names, name, strlen(name));
    if (number == KN_NO_SYMBOL || !KN_ROOM(self->allocator, self->part, count + 1))
        return kn_no_memory(error);
    self->part[number] = (kn_part){self->bytes.length, length};
    kn_text_add(&self->bytes, bytes, length);
    return self->bytes.failed ? kn_no_memory(error) : KNAP_OK;
}

knap_status kn_parts_read(kn_parts *parts, const kn_source *source, bool (*wanted)(const char *name), knap_error *error)
{
    *parts = (kn_parts){.allocator = source->allocator, .bytes = {.allocator = source->allocator}};
    kn_symbols_begin(&parts->names, source->allocator);
    return kn_archive_walk(source, wanted, take_part, parts, error);
}

void kn_parts_free(kn_parts *parts)
{
    KN_RELEASE(parts->allocator, parts->part);
    kn_symbols_free(&parts->names);
    kn_text_free(&parts->bytes);
}

const char *kn_parts_find(const kn_parts *parts, const char *name, size_t *length)
{
    uint32_t number = kn_symbols_find(&parts->names, name, strlen(name));
    *length = number == KN_NO_SYMBOL ? 0 : parts->part[number].length;
    return number == KN_NO_SYMBOL ? NULL : parts->bytes.bytes + parts->part[number].begin;
}

/* Removes "folder/.." from a path. */
static void remove_parents(char *name)
{
    char *at;
    while ((at = strstr(name, "/../")) != NULL) {
        char *folder = at;
        while (folder > name && folder[-1] != '/')
            folder--;
        memmove(folder, at + 4, strlen(at + 4) + 1);
    }
}

const char *kn_parts_resolve(const char *from, const char *target, char *name, size_t size)
{
    const char *slash = strrchr(from, '/');
    int folder = target[0] == '/' || !slash ? 0 : (int)(slash + 1 - from);
    int length = snprintf(name, size, "%.*s%s", folder, from, target + (target[0] == '/'));
    if (length < 0 || (size_t)length >= size)
        name[0] = 0;
    remove_parents(name);
    return name;
}
