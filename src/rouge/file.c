/* file.c - reads a whole file, or standard input for "-". */
#include "rouge/file.h"

#include "base/file.h"

#include <string.h>

knap_status kn_rouge_read_file(const char *path, kn_text *text, knap_error *error)
{
    return strcmp(path, "-") == 0 ? kn_read_stream(stdin, path, NULL, text, error)
                                  : kn_read_file(path, NULL, text, error);
}
