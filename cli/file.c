/* file.c - whole files. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

knap_status cli_write_file(const char *path, const char *bytes, size_t length, knap_error *error)
{
    if (strcmp(path, "-") != 0)
        return knap_write_file(path, bytes, length, NULL, error);
    fwrite(bytes, 1, length, stdout); /* main checks whether it could be written */
    return KNAP_OK;
}

char *cli_read_text(const char *path)
{
    FILE *file = fopen(path, "rb"), *page;
    char *text = NULL, piece[1 << 14];
    size_t length = 0, got;
    bool failed;
    if (!file)
        return NULL;
    page = cli_page(&text, &length);
    while ((got = fread(piece, 1, sizeof piece, file)) > 0)
        fwrite(piece, 1, got, page);
    failed = ferror(file) != 0;
    fclose(file);
    cli_page_end(page);
    if (!failed)
        return text;
    free(text);
    return NULL;
}
