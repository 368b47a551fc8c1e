/* file.c - files that are there whole or not at all. */
#include "base/error.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Writes to a new file of the name `temporary` and renames it. */
static knap_status write_and_rename(const char *path, const char *temporary, const char *bytes, size_t length,
                                    knap_error *error)
{
    size_t done = 0;
    int file, failed = 0;
    unlink(temporary); /* left by a process of this number that was killed */
    file = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0)
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot write here: %s", strerror(errno));
    while (!failed && done < length) {
        ssize_t wrote = write(file, bytes + done, length - done);
        if (wrote < 0 && errno != EINTR)
            failed = errno;
        else if (wrote > 0)
            done += (size_t)wrote;
    }
    if (close(file) != 0 && !failed)
        failed = errno;
    if (!failed && rename(temporary, path) != 0)
        failed = errno;
    if (failed) {
        unlink(temporary);
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot write here: %s", strerror(failed));
    }
    return KNAP_OK;
}

knap_status knap_write_file(const char *path, const char *bytes, size_t length, const knap_allocator *allocator,
                            knap_error *error)
{
    kn_text temporary = {.allocator = allocator};
    knap_status status;
    kn_text_format(&temporary, "%s.tmp%ld", path, (long)getpid());
    status = temporary.failed ? kn_no_memory(error) : write_and_rename(path, temporary.bytes, bytes, length, error);
    kn_text_free(&temporary);
    return status;
}
