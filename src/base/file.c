/* file.c - files that are there whole or not at all. */
#include "base/file.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static knap_status cannot(const char *path, int why, knap_error *error)
{
    return kn_fail_at(error, KNAP_IO, path, 0, "cannot write here: %s", strerror(why));
}

static FILE *open_beside(kn_new_file *file, const char *place)
{
    int number;
    kn_text_format(&file->temporary, "%s.tmp%ld", place, (long)getpid());
    if (file->temporary.failed)
        return NULL;
    unlink(file->temporary.bytes); /* left by a process of this number that was killed */
    number = open(file->temporary.bytes, O_WRONLY | O_CREAT | O_EXCL, 0666);
    return number < 0 ? NULL : fdopen(number, "wb");
}

knap_status kn_file_begin(kn_new_file *file, const char *path, const knap_allocator *allocator, knap_error *error)
{
    struct stat found;
    int there = stat(path, &found) == 0;
    knap_status status;
    char resolved[PATH_MAX];
    *file = (kn_new_file){.path = path, .place = {.allocator = allocator}, .temporary = {.allocator = allocator}};
    /* renaming would put a plain file in the place of a device, and of a link what it leads to */
    if (there && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode)) {
        file->file = fopen(path, "wb");
        return file->file ? KNAP_OK : cannot(path, errno, error);
    }
    kn_text_format(&file->place, "%s", there && realpath(path, resolved) ? resolved : path);
    if (!file->place.failed && (file->file = open_beside(file, file->place.bytes)))
        return KNAP_OK;
    status = file->place.failed || file->temporary.failed ? kn_no_memory(error) : cannot(path, errno, error);
    kn_text_free(&file->place);
    kn_text_free(&file->temporary);
    return status;
}

knap_status kn_file_end(kn_new_file *file, knap_status status, knap_error *error)
{
    int failed = ferror(file->file) ? EIO : 0;
    if (fclose(file->file) != 0)
        failed = errno;
    if (!status && !failed && file->place.length && rename(file->temporary.bytes, file->place.bytes) != 0)
        failed = errno;
    if (!status && failed)
        status = cannot(file->path, failed, error);
    if (status && file->place.length)
        unlink(file->temporary.bytes);
    kn_text_free(&file->place);
    kn_text_free(&file->temporary);
    return status;
}

knap_status knap_write_file(const char *path, const char *bytes, size_t length, const knap_allocator *allocator,
                            knap_error *error)
{
    kn_new_file file;
    knap_status status = kn_file_begin(&file, path, allocator, error);
    if (status)
        return status;
    if (fwrite(bytes, 1, length, file.file) != length)
        status = cannot(path, errno, error);
    return kn_file_end(&file, status, error);
}
