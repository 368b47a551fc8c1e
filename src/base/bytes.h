/* base/bytes.h - numbers as bytes that mean the same on every machine: 64-bit counts and IEEE doubles, little-endian. */
#pragma once

#include "base/memory.h"

void kn_put_count(kn_text *to, uint64_t value);
void kn_put_reals(kn_text *to, const double *value, size_t count);
/* A text that ends with a 0, with its length. */
void kn_put_name(kn_text *to, const char *name);

static inline void kn_put_real(kn_text *to, double value)
{
    kn_put_reals(to, &value, 1);
}

/* Bytes that are read. After the first read past the end `bad` is set, and all that is read is 0. */
typedef struct kn_bytes {
    const char *at;
    size_t left;
    bool bad;
} kn_bytes;

uint64_t kn_take_count(kn_bytes *from);
/* A count that is at most `most`; anything above sets `bad`. */
size_t kn_take_size(kn_bytes *from, size_t most);
void kn_take_reals(kn_bytes *from, double *value, size_t count);
/* The next `length` bytes, in place; NULL past the end. */
const char *kn_take(kn_bytes *from, size_t length);
/* The text that kn_put_name wrote, in place; NULL where the bytes are something else, which sets `bad`. */
const char *kn_take_name(kn_bytes *from);

static inline double kn_take_real(kn_bytes *from)
{
    double value;
    kn_take_reals(from, &value, 1);
    return value;
}

/* One description of a state for both directions: writes where `to` is set, otherwise reads. */
typedef struct kn_archive {
    kn_text *to;
    kn_bytes from;
} kn_archive;

void kn_archive_reals(kn_archive *archive, double *value, size_t count);
void kn_archive_floats(kn_archive *archive, float *value, size_t count);
void kn_archive_words(kn_archive *archive, uint64_t *value, size_t count);
void kn_archive_sizes(kn_archive *archive, size_t *value, size_t count);
/* A size that must be `value` when it is read. */
void kn_archive_same(kn_archive *archive, size_t value);
