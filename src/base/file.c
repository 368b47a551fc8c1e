/* file.c - reads whole files; writes files that are complete or absent. */
#include "base/file.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

knap_status kn_read_stream(FILE *file, const char *name, kn_text *bytes, knap_error *error)
{
    struct stat about;
    size_t piece = PIECE, got;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size > PIECE)
        piece = (size_t)about.st_size; /* one read for a file that does not grow */
    do {
        char *grown = kn_grow(bytes->allocator, bytes->bytes, &bytes->capacity, bytes->length + piece + 1, 1);
        if (!grown)
            return kn_no_memory(error);
        bytes->bytes = grown;
        got = fread(grown + bytes->length, 1, piece, file);
        bytes->length += got;
        grown[bytes->length] = 0;
    } while (got == piece);
    if (ferror(file))
        return kn_fail_at(error, KNAP_IO, name, 0, "cannot read: %s", strerror(errno));
    return KNAP_OK;
}

knap_status kn_read_file(const char *path, kn_text *bytes, knap_error *error)
{
    FILE *file = fopen(path, "rb");
    struct stat about;
    knap_status status;
    if (!file)
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot open: %s", strerror(errno));
    if (fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode))
        status = kn_fail_at(error, KNAP_IO, path, 0, "this is a folder: expected a file");
    else
        status = kn_read_stream(file, path, bytes, error);
    fclose(file);
    return status;
}

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
    knap_status status;
    KN_REQUIRE(path);
    KN_REQUIRE(bytes || !length);
    status = kn_file_begin(&file, path, allocator, error);
    if (status)
        return status;
    if (fwrite(bytes, 1, length, file.file) != length)
        status = cannot(path, errno, error);
    return kn_file_end(&file, status, error);
}
