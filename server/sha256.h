/* server/sha256.h - SHA-256 (FIPS 180-4), for the content security policy of the page. */
#ifndef KNAP_SERVER_SHA256_H
#define KNAP_SERVER_SHA256_H

#include <stddef.h>

enum { SHA256_LENGTH = 32 };

void sha256(const void *bytes, size_t length, unsigned char hash[SHA256_LENGTH]);

#endif
