/* text/codepages.h - which eight-bit code page a file that is not UTF-8 is in. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct kn_codepage {
    const char *name;
    uint16_t code[128]; /* of the bytes 0x80 to 0xFF */
} kn_codepage;

/* Windows-1252, of which Latin-1 is a part. */
void kn_codepage_western(kn_codepage *page);
/* The page in which the text is most probably written: function words of another script, or Latin letters of the alphabet of its
 * language; Windows-1252 where nothing tells. */
void kn_codepage_guess(kn_codepage *page, const unsigned char *bytes, size_t length);
