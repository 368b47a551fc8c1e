/* file.c - results that go into files. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

knap_status cli_write_file(const char *path, const char *bytes, size_t length, knap_error *error)
{
    size_t size = strlen(path) + 32;
    char *temporary = malloc(size);
    FILE *file = NULL;
    int wrong;
    if (strcmp(path, "-") == 0) {
        free(temporary);
        fwrite(bytes, 1, length, stdout); /* main looks at what became of it */
        return KNAP_OK;
    }
    if (temporary) {
        snprintf(temporary, size, "%s.tmp%ld", path, (long)getpid());
        file = fopen(temporary, "wb");
    }
    wrong = !file || fwrite(bytes, 1, length, file) != length;
    if (file && fclose(file) != 0)
        wrong = 1;
    if (!wrong && rename(temporary, path) == 0) {
        free(temporary);
        return KNAP_OK;
    }
    *error = (knap_error){.status = KNAP_IO};
    snprintf(error->file, sizeof error->file, "%.255s", path);
    snprintf(error->message, sizeof error->message, "cannot write here: %s", strerror(errno));
    if (file)
        unlink(temporary);
    free(temporary);
    return KNAP_IO;
}
