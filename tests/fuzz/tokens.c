/* tokens.c - bytes of a vocabulary file -> tokenizer -> tokens of a text.
 *
 * Input: a byte for the scheme, a text that ends with a 0, then the file. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count, (void)argument;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const char *const *schemes = knap_tokenizer_schemes();
    const char *text = (const char *)bytes + 1, *stop;
    knap_tokenizer *tokenizer;
    knap_error error = {0};
    size_t count, again, known = 0;
    if (length < 3 || length > 1 << 16 || !(stop = memchr(text, 0, length - 1)))
        return 0;
    while (schemes[known])
        known++;
    size_t size = (size_t)(stop - text);
    knap_status status = knap_tokenizer_parse("fuzz", stop + 1, length - size - 2, schemes[bytes[0] % (known + 1)],
                                              NULL, &tokenizer, &error);
    CHECK_ERROR(status, &error);
    if (status) {
        CHECK(!tokenizer);
        return 0;
    }
    CHECK(knap_tokenizer_kind(tokenizer));
    status = knap_tokenizer_count(tokenizer, text, size, &count, &error);
    CHECK_ERROR(status, &error);
    if (!status && count < 1 << 20) {
        uint32_t *id = malloc((count + 1) * sizeof *id);
        CHECK(id && !knap_tokenizer_encode(tokenizer, text, size, id, count, &again, &error) && again == count);
        free(id);
    }
    knap_tokenizer_close(tokenizer);
    return 0;
}
