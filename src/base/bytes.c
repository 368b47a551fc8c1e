/* bytes.c - numbers as little-endian bytes. */
#include "base/bytes.h"

static void encode(uint64_t value, char *byte)
{
    for (int i = 0; i < 8; i++)
        byte[i] = (char)(unsigned char)(value >> 8 * i);
}

static uint64_t decode(const char *byte)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)(unsigned char)byte[i] << 8 * i;
    return value;
}

void kn_put_count(kn_text *to, uint64_t value)
{
    char byte[8];
    encode(value, byte);
    kn_text_add(to, byte, sizeof byte);
}

void kn_put_reals(kn_text *to, const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &value[i], sizeof bits);
        kn_put_count(to, bits);
    }
}

void kn_put_name(kn_text *to, const char *name)
{
    size_t size = strlen(name) + 1;
    kn_put_count(to, size);
    kn_text_add(to, name, size);
}

const char *kn_take(kn_bytes *from, size_t length)
{
    const char *at = from->at;
    if (from->bad || length > from->left) {
        from->bad = true;
        return NULL;
    }
    from->at += length;
    from->left -= length;
    return at;
}

uint64_t kn_take_count(kn_bytes *from)
{
    const char *at = kn_take(from, 8);
    return at ? decode(at) : 0;
}

const char *kn_take_name(kn_bytes *from)
{
    size_t size = kn_take_size(from, from->left);
    const char *name = kn_take(from, size);
    if (name && size && name[size - 1] == 0)
        return name;
    from->bad = true;
    return NULL;
}

size_t kn_take_size(kn_bytes *from, size_t most)
{
    uint64_t value = kn_take_count(from);
    if (value > most)
        from->bad = true;
    return from->bad ? 0 : (size_t)value;
}

void kn_take_reals(kn_bytes *from, double *value, size_t count)
{
    const char *at = count > SIZE_MAX / 8 ? NULL : kn_take(from, 8 * count);
    if (!at)
        from->bad = true;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = at ? decode(at + 8 * i) : 0;
        memcpy(&value[i], &bits, sizeof bits);
    }
}

void kn_archive_reals(kn_archive *archive, double *value, size_t count)
{
    if (archive->to)
        kn_put_reals(archive->to, value, count);
    else
        kn_take_reals(&archive->from, value, count);
}

void kn_archive_floats(kn_archive *archive, float *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double wide = (double)value[i]; /* every float is a double */
        kn_archive_reals(archive, &wide, 1);
        value[i] = (float)wide;
    }
}

void kn_archive_words(kn_archive *archive, uint64_t *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (archive->to)
            kn_put_count(archive->to, value[i]);
        else
            value[i] = kn_take_count(&archive->from);
}

void kn_archive_sizes(kn_archive *archive, size_t *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (archive->to)
            kn_put_count(archive->to, value[i]);
        else
            value[i] = kn_take_size(&archive->from, SIZE_MAX);
}

void kn_archive_same(kn_archive *archive, size_t value)
{
    size_t found = value;
    kn_archive_sizes(archive, &found, 1);
    if (found != value)
        archive->from.bad = true;
}
