/* rng.c - xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64. */
#include "base/inner.h"

#include <math.h>

static uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

void knap_rng_seed(knap_rng *rng, uint64_t seed)
{
    for (int i = 0; rng && i < 4; i++) {
        uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        rng->state[i] = z ^ z >> 31;
    }
}

uint64_t knap_rng_next(knap_rng *rng)
{
    uint64_t *s;
    uint64_t result, t;
    if (!rng)
        return 0;
    s = rng->state;
    result = rotate(s[1] * 5, 7) * 9;
    t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

double knap_rng_uniform(knap_rng *rng)
{
    return (double)(knap_rng_next(rng) >> 11) * 0x1p-53;
}

uint64_t knap_rng_below(knap_rng *rng, uint64_t bound)
{
    uint64_t limit, x;
    if (!rng || !bound)
        return 0;
    limit = UINT64_MAX - UINT64_MAX % bound;
    do
        x = knap_rng_next(rng);
    while (x >= limit);
    return x % bound;
}

double knap_rng_normal(knap_rng *rng)
{
    double radius;
    if (!rng)
        return 0;
    radius = sqrt(-2 * log(1 - knap_rng_uniform(rng)));
    return radius * cos(6.283185307179586 * knap_rng_uniform(rng));
}
