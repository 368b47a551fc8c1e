/* text/codepages.h - which eight-bit code page a file that is not UTF-8 is in. */
#ifndef KNAP_TEXT_CODEPAGES_H
#define KNAP_TEXT_CODEPAGES_H

#include <stddef.h>
#include <stdint.h>

typedef struct kn_codepage {
    const char *name;
    uint16_t code[128]; /* of the bytes 0x80 to 0xFF */
} kn_codepage;

/* Windows-1252, of which Latin-1 is a part. */
void kn_codepage_western(kn_codepage *page);
/* The page in which the most words with high bytes are function words of a language that is written in it;
 * Windows-1252 where there are none. */
void kn_codepage_guess(kn_codepage *page, const unsigned char *bytes, size_t length);

#endif
