/* names.c - names of files that are made from ids are unique and safe.
 *
 * Input: a byte of options, then ids that end with a 0. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count, (void)argument;
    return 0;
}

static void check_name(const char *name, char slash, const char *ending)
{
    size_t length = strlen(name), last = strlen(ending), part = 0;
    CHECK(length > last && strcmp(name + length - last, ending) == 0);
    CHECK(name[0] != '/' && name[0] != '.');
    for (size_t i = 0; i < length; i++) {
        CHECK((unsigned char)name[i] >= ' ' && name[i] != 127 && name[i] != '\\');
        CHECK(name[i] != '/' || slash == '/');
        CHECK(name[i] != '/' || (name[i + 1] != '/' && name[i + 1] != '.'));
        part = name[i] == '/' ? 0 : part + 1;
        CHECK(part <= 255); /* what a file system takes */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const endings[] = {"", ".txt", ".json"};
    const char *made[64];
    size_t count = 0;
    knap_names *names;
    knap_error error = {0};
    if (length < 1 || length > 1 << 14)
        return 0;
    char slash = bytes[0] & 1 ? '/' : '-';
    const char *ending = endings[bytes[0] / 2 % 3];
    char *text = malloc(length);
    CHECK(text && !knap_names_new(NULL, &names, &error));
    memcpy(text, bytes + 1, length - 1);
    text[length - 1] = 0;
    for (const char *id = text; id < text + length && count < 64; id += strlen(id) + 1, count++) {
        bool numbered;
        CHECK(!knap_names_add(names, id, slash, ending, &made[count], &numbered, &error));
        check_name(made[count], slash, ending);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            CHECK(strcmp(made[i], made[j]) != 0);
    knap_names_free(names);
    free(text);
    return 0;
}
