/* file.c - reads a whole file. */
#include "rouge/file.h"

#include "base/error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

knap_status kn_rouge_read_file(const char *path, kn_text *text, knap_error *error)
{
    char piece[1 << 14];
    size_t got;
    int problem = 0;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!file)
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot open: %s", strerror(errno));
    do {
        got = fread(piece, 1, sizeof piece, file);
        kn_text_add(text, piece, got);
    } while (got == sizeof piece && !text->failed);
    if (ferror(file))
        problem = errno;
    if (file != stdin)
        fclose(file);
    if (problem)
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot read: %s", strerror(problem));
    return text->failed ? kn_no_memory(error) : KNAP_OK;
}
