/* keyed.c - the key, and hashes of bytes, eight at a time. */
#include "base/keyed.h"

#ifdef __linux__
#include <sys/auxv.h>
#endif

uint64_t kn_hash_key(void)
{
    uint64_t word[2] = {UINT64_C(0xbf58476d1ce4e5b9), (uint64_t)(uintptr_t)&word};
#ifdef __linux__
    const void *random = (const void *)getauxval(AT_RANDOM);
    if (random)
        memcpy(word, random, sizeof word);
#endif
    /* the C library protects its stack with the same bytes, so the key must not tell them */
    return kn_hash_mix(word[0] ^ UINT64_C(0x94d049bb133111eb), word[1]) ^ (word[0] >> 17);
}

uint64_t kn_hash_bytes(uint64_t key, const char *bytes, size_t length)
{
    uint64_t hash = key ^ length, piece;
    for (; length >= sizeof piece; bytes += sizeof piece, length -= sizeof piece) {
        memcpy(&piece, bytes, sizeof piece);
        hash = kn_hash_number(key, hash ^ piece);
    }
    piece = 0;
    for (size_t i = 0; i < length; i++)
        piece |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    return kn_hash_number(key, hash ^ piece);
}
