/* file.c - reads whole files; writes files that are complete or absent. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* O_TMPFILE */
#endif
#include "base/file.h"
#include "base/error.h"
#include "base/inner.h"
#include "base/symbols.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    PIECE = 1 << 16,
    MOST_AT_ONCE = 16 << 20, /* bytes of a file between two questions of a kn_pause */
    WAIT = 50,               /* milliseconds between two questions while a pipe is empty */
    MOST_LINKS = 40,
    NAME = 32, /* room for the name of a temporary file */
    SLOTS = 4, /* names of temporary files that belong to one place */
    MOST_ATTEMPTS = 100
};

knap_status kn_read_stream(FILE *file, const char *name, const kn_pause *pause, kn_text *bytes, knap_error *error)
{
    struct stat about;
    size_t piece = PIECE, got;
    knap_status status;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size > PIECE)
        piece = (size_t)about.st_size; /* one read for a file that does not grow */
    do {
        if (!kn_text_room(bytes, piece))
            return kn_no_memory(error);
        if ((status = kn_pause_ask(pause, error)))
            return status;
        got = fread(bytes->bytes + bytes->length, 1, piece, file);
        bytes->length += got;
        bytes->bytes[bytes->length] = 0;
    } while (got == piece);
    if (ferror(file))
        return kn_fail_at(error, KNAP_IO, name, 0, "cannot read: %s", strerror(errno));
    return KNAP_OK;
}

/* Asks until the file has something to read, or has ended. */
static knap_status wait_for(int file, const kn_pause *pause, knap_error *error)
{
    struct pollfd ready = {.fd = file, .events = POLLIN};
    knap_status status;
    while (!(status = kn_pause_ask(pause, error)) && pause && poll(&ready, 1, WAIT) <= 0)
        ;
    return status;
}

/* Reads to the end of the file, with one call where it is of the size that was expected and there is no pause. */
static knap_status read_rest(int file, const char *path, size_t size, const kn_pause *pause, kn_text *bytes,
                             knap_error *error)
{
    for (;;) {
        knap_status status;
        size_t most;
        ssize_t got;
        if (!kn_text_room(bytes, size + 1))
            return kn_no_memory(error);
        bytes->bytes[bytes->length] = 0;
        if ((status = wait_for(file, pause, error)))
            return status;
        most = pause && size > MOST_AT_ONCE ? MOST_AT_ONCE : size + 1;
        got = read(file, bytes->bytes + bytes->length, most);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got < 0)
            return kn_fail_at(error, KNAP_IO, path, 0, "cannot read: %s", strerror(errno));
        bytes->length += (size_t)got;
        bytes->bytes[bytes->length] = 0;
        if (got == 0)
            return KNAP_OK;
        if ((size_t)got < size && size > PIECE)
            size -= (size_t)got; /* of a large file, the rest */
        else
            size = (size_t)got == size ? 0 : PIECE; /* the size that was expected: most likely this was all */
    }
}

knap_status kn_read_file(const char *path, const kn_pause *pause, kn_text *bytes, knap_error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | (pause ? O_NONBLOCK : 0)); /* a pipe that nobody writes to yet */
    struct stat about;
    knap_status status;
    if (file < 0)
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot open: %s", strerror(errno));
    if (fstat(file, &about) != 0)
        about = (struct stat){.st_size = 0};
    if (S_ISDIR(about.st_mode))
        status = kn_fail_at(error, KNAP_IO, path, 0, "this is a folder: expected a file");
    else
        status = read_rest(file, path, S_ISREG(about.st_mode) && about.st_size > 0 ? (size_t)about.st_size : PIECE,
                           pause, bytes, error);
    close(file);
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

static void folder_of(kn_new_file *file)
{
    file->temporary.length = 0;
    add_folder(&file->temporary, file->place.bytes);
}

/* The path by which a file without a name is given one. */
static void path_of_number(char *path, size_t size, int number)
{
    snprintf(path, size, "/proc/self/fd/%d", number);
}

/* Opens a file without a name in the folder of the place: nothing is left of it if the process ends. -1 where there are none. */
static int open_unnamed(kn_new_file *file)
{
    int number = -1;
#ifdef O_TMPFILE
    char path[64];
    folder_of(file);
    kn_text_format(&file->temporary, ".");
    if (file->temporary.failed)
        return -1;
    number = open(file->temporary.bytes, O_WRONLY | O_TMPFILE, 0666);
    path_of_number(path, sizeof path, number);
    if (number >= 0 && access(path, F_OK) != 0) { /* no /proc here */
        close(number);
        number = -1;
    }
    file->unnamed = number >= 0;
#endif
    return number;
}

/* Names the temporary file. The first names depend on the place alone, so that the next writer of the place finds what a killed one
 * left; the others are for more writers at once, or for a folder in which somebody else has taken those names. */
static bool name_temporary(kn_new_file *file, unsigned attempt)
{
    struct timespec now = {0};
    uint64_t key[] = {attempt, 0, 0, 0, 0};
    folder_of(file);
    if (file->temporary.failed)
        return false;
    if (attempt >= SLOTS) {
        clock_gettime(CLOCK_REALTIME, &now);
        key[1] = (uint64_t)now.tv_sec, key[2] = (uint64_t)now.tv_nsec, key[3] = (uint64_t)getpid();
        key[4] = (uintptr_t)file;
    } else {
        const char *name = file->place.bytes + file->temporary.length;
        key[1] = kn_hash(KN_HASH_START, name, strlen(name));
    }
    kn_text_format(&file->temporary, ".knap-%016" PRIx64 ".tmp", kn_hash(KN_HASH_START, key, sizeof key));
    return !file->temporary.failed;
}

/* Locks a temporary file until its writer ends, so that others know that it is used. Systems without locks remove nothing. */
static void lock(int number)
{
    while (flock(number, LOCK_EX) != 0 && errno == EINTR)
        ;
}

/* Removes a temporary file whose writer has ended. */
static bool remove_left(const char *path)
{
    const int flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    struct stat named, locked;
    int number = open(path, O_RDWR | flags);
    bool left;
    if (number < 0 && errno == EACCES)
        number = open(path, O_RDONLY | flags);
    left = number >= 0 && flock(number, LOCK_EX | LOCK_NB) == 0 && fstat(number, &locked) == 0 &&
           S_ISREG(locked.st_mode) && lstat(path, &named) == 0 && named.st_dev == locked.st_dev &&
           named.st_ino == locked.st_ino && unlink(path) == 0;
    if (number >= 0)
        close(number);
    return left;
}

/* Opens a file with the temporary name or, with `number`, gives that file the name. Returns -1 on failure. */
static int take_name(const kn_new_file *file, int number)
{
    struct stat about;
    char path[64];
    int made;
    if (number >= 0) {
        path_of_number(path, sizeof path, number);
        return linkat(AT_FDCWD, path, AT_FDCWD, file->temporary.bytes, AT_SYMLINK_FOLLOW);
    }
    made = open(file->temporary.bytes, O_RDWR | O_CREAT | O_EXCL, 0666);
    if (made < 0)
        return -1;
    lock(made);
    if (fstat(made, &about) == 0 && about.st_nlink == 0) { /* somebody removed it before it was locked */
        close(made);
        errno = EEXIST;
        return -1;
    }
    return made;
}

/* take_name with the first name that can be had. Another process, on this machine or on another that shares the folder, may be
 * writing there at the same time. */
static int make_temporary(kn_new_file *file, int number)
{
    int made = -1;
    if (number >= 0)
        lock(number);
    for (unsigned attempt = 0; attempt < MOST_ATTEMPTS && made < 0; attempt++) {
        if (!name_temporary(file, attempt))
            return -1;
        made = take_name(file, number);
        if (made < 0 && errno != EEXIST)
            return -1;
        if (made < 0 && remove_left(file->temporary.bytes))
            made = take_name(file, number);
    }
    return made;
}

static FILE *open_new(kn_new_file *file)
{
    int number = open_unnamed(file);
    FILE *opened;
    if (number < 0)
        number = make_temporary(file, -1);
    opened = number < 0 ? NULL : fdopen(number, "wb");
    if (number >= 0 && !opened) {
        int why = errno;
        close(number);
        if (!file->unnamed)
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
    file->temporary.failed = !find_place(file, path) || !kn_text_room(&file->temporary, file->place.length + NAME);
    if (!file->temporary.failed && (file->file = open_new(file))) {
        if (there)
            keep_mode(fileno(file->file), &found);
        return KNAP_OK;
    }
    status = file->temporary.failed ? kn_no_memory(error) : cannot(path, errno, error);
    kn_text_free(&file->place);
    kn_text_free(&file->temporary);
    return status;
}

/* Waits until the name of the file is on the disk too. A file system that cannot do this for folders is no error. */
static int flush_folder(kn_new_file *file)
{
    int number, failed = 0;
    folder_of(file); /* the file has been renamed */
    kn_text_format(&file->temporary, ".");
    if (file->temporary.failed || (number = open(file->temporary.bytes, O_RDONLY)) < 0)
        return 0;
    if (fsync(number) != 0 && errno == EIO)
        failed = EIO;
    close(number);
    return failed;
}

/* Gives the complete file the name of its place. */
static int move_to_place(kn_new_file *file)
{
    if (file->unnamed) {
        char path[64];
        path_of_number(path, sizeof path, fileno(file->file));
        if (linkat(AT_FDCWD, path, AT_FDCWD, file->place.bytes, AT_SYMLINK_FOLLOW) == 0)
            return 0; /* there was no file */
        if (errno != EEXIST || make_temporary(file, fileno(file->file)) != 0)
            return errno ? errno : ENOMEM;
        file->unnamed = false;
    }
    return rename(file->temporary.bytes, file->place.bytes) == 0 ? 0 : errno;
}

knap_status kn_file_end(kn_new_file *file, knap_status status, knap_error *error)
{
    int failed = 0;
    bool placed = file->place.length > 0;
    if (fflush(file->file) != 0)
        failed = errno;
    else if (ferror(file->file))
        failed = EIO;
    if (!status && !failed && file->durable && placed && fsync(fileno(file->file)) != 0)
        failed = errno;
    if (!status && !failed && placed)
        failed = move_to_place(file);
    if (fclose(file->file) != 0 && !failed)
        failed = errno;
    if (placed && !file->unnamed && (status || failed))
        unlink(file->temporary.bytes);
    if (!status && failed)
        status = file->temporary.failed ? kn_no_memory(error) : cannot(file->path, failed, error);
    for (unsigned slot = 0; placed && !status && slot < SLOTS && name_temporary(file, slot); slot++)
        remove_left(file->temporary.bytes); /* of writers of this place that were killed */
    if (!status && file->durable && placed && (failed = flush_folder(file)))
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
