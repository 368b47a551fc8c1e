/* file.c - whole files. */
#include "cli.h"
#include "base/file.h"

#include <stdio.h>
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
    kn_text text = {.allocator = NULL};
    knap_status status = kn_read_file(path, NULL, &text, NULL);
    cli_need_memory(status);
    if (!status)
        return text.bytes;
    kn_text_free(&text);
    return NULL;
}
