/* file.c - results that go into files. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

knap_status cli_write_file(const char *path, const char *bytes, size_t length, knap_error *error)
{
    if (strcmp(path, "-") != 0)
        return knap_write_file(path, bytes, length, NULL, error);
    fwrite(bytes, 1, length, stdout); /* main looks at what became of it */
    return KNAP_OK;
}
