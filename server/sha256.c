/* sha256.c - SHA-256 by FIPS 180-4, sections 4.1.2, 5 and 6.2. The constants are computed as the standard defines them: the first 32
 * bits of the fractional parts of the square and cube roots of the first primes. */
#include "sha256.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static uint32_t rotate(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

static uint32_t fraction(long double root)
{
    return (uint32_t)((root - floorl(root)) * 4294967296.0L);
}

/* h: square roots of the first 8 primes; k: cube roots of the first 64. */
static void make_constants(uint32_t h[8], uint32_t k[64])
{
    unsigned count = 0;
    for (unsigned n = 2; count < 64; n++) {
        unsigned d = 2;
        while (d * d <= n && n % d)
            d++;
        if (d * d <= n)
            continue;
        if (count < 8)
            h[count] = fraction(sqrtl((long double)n));
        k[count++] = fraction(cbrtl((long double)n));
    }
}

static void add_block(uint32_t h[8], const uint32_t k[64], const unsigned char *block)
{
    uint32_t w[64], v[8];
    for (int t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 | (uint32_t)block[4 * t + 2] << 8 |
               block[4 * t + 3];
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
    memcpy(v, h, sizeof v);
    for (int t = 0; t < 64; t++) {
        uint32_t s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
        uint32_t s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
        uint32_t one = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[t] + w[t];
        uint32_t two = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        h[i] += v[i];
}

void sha256(const void *bytes, size_t length, unsigned char hash[SHA256_LENGTH])
{
    const unsigned char *at = bytes;
    unsigned char last[128] = {0};
    uint32_t h[8], k[64];
    size_t left = length % 64, blocks = left < 56 ? 1 : 2;
    make_constants(h, k);
    for (size_t i = 0; i + 64 <= length; i += 64)
        add_block(h, k, at + i);
    memcpy(last, at + length - left, left);
    last[left] = 0x80;
    for (int i = 0; i < 8; i++)
        last[blocks * 64 - 1 - (size_t)i] = (unsigned char)((uint64_t)length * 8 >> 8 * i);
    for (size_t i = 0; i < blocks; i++)
        add_block(h, k, last + 64 * i);
    for (int i = 0; i < SHA256_LENGTH; i++)
        hash[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}
