/* file.c - reads whole files; writes files that are complete or absent. */
#include "base/file.h"
#include "base/error.h"
#include "base/symbols.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PIECE = 1 << 16, MOST_LINKS = 40, MOST_ATTEMPTS = 100 };

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

/* Appends the folder of `path`, with its slash; nothing for a file in the working folder. */
static void add_folder(kn_text *to, const char *path)
{
    const char *slash = strrchr(path, '/');
    kn_text_add(to, path, slash ? (size_t)(slash + 1 - path) : 0);
}

/* Sets file->place: `path`, or what it leads to where it is a link, whether that exists or not. */
static bool find_place(kn_new_file *file, const char *path)
{
    char target[PATH_MAX];
    kn_text next = {.allocator = file->place.allocator};
    kn_text_format(&file->place, "%s", path);
    for (int links = 0; links < MOST_LINKS && !file->place.failed; links++) {
        ssize_t length = readlink(file->place.bytes, target, sizeof target);
        kn_text swap = file->place;
        if (length <= 0 || (size_t)length == sizeof target)
            break; /* not a link */
        next.length = 0;
        if (target[0] != '/')
            add_folder(&next, file->place.bytes);
        kn_text_add(&next, target, (size_t)length);
        file->place = next;
        next = swap;
    }
    kn_text_free(&next);
    return !file->place.failed;
}

/* Opens a new file beside the place, with a name that no file has: another process, on this machine or on another that shares
 * the folder, may be writing there at the same time. */
static FILE *open_beside(kn_new_file *file)
{
    struct timespec now = {0};
    int number = -1;
    FILE *opened;
    clock_gettime(CLOCK_REALTIME, &now);
    for (unsigned attempt = 0; attempt < MOST_ATTEMPTS && number < 0; attempt++) {
        uint64_t key[] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)getpid(), (uintptr_t)file, attempt};
        file->temporary.length = 0;
        add_folder(&file->temporary, file->place.bytes);
        kn_text_format(&file->temporary, ".knap-%016" PRIx64 ".tmp", kn_hash(KN_HASH_START, key, sizeof key));
        if (file->temporary.failed)
            return NULL;
        number = open(file->temporary.bytes, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (number < 0 && errno != EEXIST)
            return NULL;
    }
    opened = number < 0 ? NULL : fdopen(number, "wb");
    if (number >= 0 && !opened) {
        int why = errno;
        close(number);
        unlink(file->temporary.bytes);
        errno = why;
    }
    return opened;
}

/* The new file gets the mode and, where that is allowed, the owner of the one that it replaces. */
static void keep_mode(int number, const struct stat *found)
{
    if (fchown(number, found->st_uid, found->st_gid) == 0)
        fchmod(number, found->st_mode & 07777);
    else
        fchmod(number, found->st_mode & 0777);
}

knap_status kn_file_begin(kn_new_file *file, const char *path, const knap_allocator *allocator, knap_error *error)
{
    struct stat found;
    bool there;
    knap_status status;
    *file = (kn_new_file){.path = path, .place = {.allocator = allocator}, .temporary = {.allocator = allocator}};
    if (!path[0])
        return kn_fail(error, KNAP_USAGE, "the path of the file to write is empty: give its name");
    there = stat(path, &found) == 0;
    /* renaming would put a plain file in the place of a device */
    if (there && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode)) {
        file->file = fopen(path, "wb");
        return file->file ? KNAP_OK : cannot(path, errno, error);
    }
    if (there && S_ISDIR(found.st_mode))
        return cannot(path, EISDIR, error);
    if (find_place(file, path) && (file->file = open_beside(file))) {
        if (there)
            keep_mode(fileno(file->file), &found);
        return KNAP_OK;
    }
    status = file->place.failed || file->temporary.failed ? kn_no_memory(error) : cannot(path, errno, error);
    kn_text_free(&file->place);
    kn_text_free(&file->temporary);
    return status;
}

/* Waits until the name of the file is on the disk too. A file system that cannot do this for folders is no error. */
static int flush_folder(kn_new_file *file)
{
    int number, failed = 0;
    file->temporary.length = 0; /* the file has been renamed */
    add_folder(&file->temporary, file->place.bytes);
    kn_text_format(&file->temporary, ".");
    if (file->temporary.failed || (number = open(file->temporary.bytes, O_RDONLY)) < 0)
        return 0;
    if (fsync(number) != 0 && errno == EIO)
        failed = EIO;
    close(number);
    return failed;
}

knap_status kn_file_end(kn_new_file *file, knap_status status, knap_error *error)
{
    int failed = 0;
    if (fflush(file->file) != 0)
        failed = errno;
    else if (ferror(file->file))
        failed = EIO;
    if (!status && !failed && file->durable && file->place.length && fsync(fileno(file->file)) != 0)
        failed = errno;
    if (fclose(file->file) != 0 && !failed)
        failed = errno;
    if (!status && !failed && file->place.length && rename(file->temporary.bytes, file->place.bytes) != 0)
        failed = errno;
    if ((status || failed) && file->place.length)
        unlink(file->temporary.bytes);
    else if (file->durable && file->place.length)
        failed = flush_folder(file);
    if (!status && failed)
        status = cannot(file->path, failed, error);
    kn_text_free(&file->place);
    kn_text_free(&file->temporary);
    return status;
}

static knap_status write_file(const char *path, const char *bytes, size_t length, bool durable,
                              const knap_allocator *allocator, knap_error *error)
{
    kn_new_file file;
    knap_status status = kn_file_begin(&file, path, allocator, error);
    if (status)
        return status;
    file.durable = durable;
    if (fwrite(bytes, 1, length, file.file) != length)
        status = cannot(path, errno, error);
    return kn_file_end(&file, status, error);
}

knap_status kn_write_durable(const char *path, const char *bytes, size_t length, const knap_allocator *allocator,
                             knap_error *error)
{
    return write_file(path, bytes, length, true, allocator, error);
}

knap_status knap_write_file(const char *path, const char *bytes, size_t length, const knap_allocator *allocator,
                            knap_error *error)
{
    KN_REQUIRE(path);
    KN_REQUIRE(bytes || !length);
    return write_file(path, bytes, length, false, allocator, error);
}
