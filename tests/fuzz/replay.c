/* replay.c - the main function of a fuzz target without libFuzzer: runs it on files, and on the files of folders. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static size_t replayed;

static void replay_file(const char *path)
{
    size_t length;
    char *bytes = fuzz_read(path, &length);
    uint8_t *exact = malloc(length ? length : 1); /* so that reading past the end is found */
    CHECK(exact);
    memcpy(exact, bytes, length);
    fprintf(stderr, "%s\n", path); /* the last one is the one that failed */
    LLVMFuzzerTestOneInput(exact, length);
    replayed++;
    free(exact);
    free(bytes);
}

static void replay(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return; /* a target without kept crashes has no such folder */
    if (!S_ISDIR(about.st_mode)) {
        replay_file(path);
        return;
    }
    struct dirent **entry;
    int count = scandir(path, &entry, NULL, alphasort);
    CHECK(count >= 0);
    for (int i = 0; i < count; i++) {
        char inner[4096];
        CHECK(snprintf(inner, sizeof inner, "%s/%s", path, entry[i]->d_name) < (int)sizeof inner);
        if (entry[i]->d_name[0] != '.')
            replay(inner);
        free(entry[i]);
    }
    free(entry);
}

int main(int count, char **argument)
{
    LLVMFuzzerInitialize(&count, &argument);
    for (int i = 1; i < count; i++)
        replay(argument[i]);
    fprintf(stderr, "%zu inputs replayed\n", replayed);
    return replayed ? 0 : 1;
}
