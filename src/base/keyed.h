/* base/keyed.h - hashes for tables in memory, whose places depend on a key of the process. Who writes the input does not know the key, so
 * no input fills a few places of a table only. Nothing but the time may depend on these hashes: numbers are given, and results are
 * listed, in the order of first occurrence. Hashes that are stored or compared between processes are kn_hash. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The key: of random bytes that the kernel gives each process. It is the same in all calls. */
uint64_t kn_hash_key(void);

/* Both halves of the product, folded. */
static inline uint64_t kn_hash_mix(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX), high = (a >> 32) * (b >> 32);
    uint64_t left = (a >> 32) * (b & UINT32_MAX), right = (a & UINT32_MAX) * (b >> 32);
    uint64_t middle = (low >> 32) + (left & UINT32_MAX) + (right & UINT32_MAX);
    high += (left >> 32) + (right >> 32) + (middle >> 32);
    return (low & UINT32_MAX | middle << 32) ^ high;
#endif
}

/* The hash of a number. */
static inline uint64_t kn_hash_number(uint64_t key, uint64_t number)
{
    return kn_hash_mix(number ^ key, key ^ UINT64_C(0x9e3779b97f4a7c15));
}

/* The hash of bytes. */
uint64_t kn_hash_bytes(uint64_t key, const char *bytes, size_t length);
