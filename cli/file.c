/* file.c - whole files. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

knap_status cli_write_file(const char *path, const char *bytes, size_t length, knap_error *error)
{
    if (strcmp(path, "-") != 0)
        return knap_write_file(path, bytes, length, cli_allocator(), error);
    fwrite(bytes, 1, length, stdout); /* main checks whether it could be written */
    return KNAP_OK;
}

int cli_keep_inputs(const char *output, char **operand, int operands)
{
    struct stat out, in;
    if (stat(output, &out) != 0)
        return CLI_DONE;
    for (int i = 0; i < operands; i++)
        if (S_ISREG(out.st_mode) && stat(operand[i], &in) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
            return cli_say(CLI_USAGE, "-o %s: this is the input file %s, which would be lost: choose another name",
                           output, operand[i]);
    return CLI_DONE;
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
    cli_page_end(page, &text);
    if (!failed)
        return text;
    free(text);
    return NULL;
}
