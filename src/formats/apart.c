/* apart.c - this process's side: starts the helper, hands files to readers, and checks what they answer. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#endif
#include "formats/apart.h"
#include "base/bytes.h"
#include "base/error.h"
#include "text/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct kn_apart {
    const knap_allocator *allocator;
    int control;
    pid_t helper;
};

enum { PIECE = 1 << 16, WAIT = 20 /* milliseconds between two questions of a kn_pause */ };

double kn_apart_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- The helper ---- */

knap_status kn_apart_start(const knap_allocator *allocator, kn_apart **apart, knap_error *error)
{
    kn_apart *made = *apart = kn_new(allocator, 1, sizeof *made);
    int pair[2];
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0) {
        made->control = pair[0];
        made->helper = fork();
        if (made->helper == 0) {
            close(pair[0]);
            kn_apart_serve(pair[1]);
        }
        close(pair[1]);
        if (made->helper > 0)
            return KNAP_OK;
        close(pair[0]);
    }
    kn_free(allocator, made, 1, sizeof *made);
    *apart = NULL;
    return kn_fail(error, KNAP_IO, "cannot start the process that reads files in other formats: %s", strerror(errno));
}

void kn_apart_stop(kn_apart *apart)
{
    if (!apart)
        return;
    close(apart->control); /* the helper ends then, and its readers with it */
    while (waitpid(apart->helper, NULL, 0) < 0 && errno == EINTR)
        ;
    kn_free(apart->allocator, apart, 1, sizeof *apart);
}

pid_t kn_apart_helper(const kn_apart *apart)
{
    return apart->helper;
}

/* Sends one end of a socket to the helper. */
static bool send_socket(int control, int socket)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } space = {.room = {0}};
    char byte = 0;
    struct iovec one = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &one, .msg_iovlen = 1, .msg_control = space.room, .msg_controllen = sizeof space.room};
    struct cmsghdr *with = CMSG_FIRSTHDR(&message);
    with->cmsg_level = SOL_SOCKET;
    with->cmsg_type = SCM_RIGHTS;
    with->cmsg_len = CMSG_LEN(sizeof socket);
    memcpy(CMSG_DATA(with), &socket, sizeof socket);
    while (sendmsg(control, &message, MSG_NOSIGNAL) < 0)
        if (errno != EINTR)
            return false;
    return true;
}

/* A conversation with a reader. */
typedef struct talk {
    int socket;
    double deadline;
    const kn_source *source;
    const kn_output *output;
    const kn_apart_limits *limits;
} talk;

static knap_status too_late(const talk *self, knap_error *error)
{
    return kn_fail_at(error, KNAP_CANCELLED, self->source->name, 0, "it takes too long to read");
}

/* Waits until the socket can be read or written. */
static knap_status wait_for(const talk *self, short events, knap_error *error)
{
    struct pollfd ready = {.fd = self->socket, .events = events};
    for (;;) {
        double left = self->deadline - kn_apart_now();
        knap_status status = kn_pause_ask(self->source->pause, error);
        if (status)
            return status;
        if (left <= 0)
            return too_late(self, error);
        if (poll(&ready, 1, left < WAIT / 1000.0 ? 1 : WAIT) > 0)
            return KNAP_OK;
    }
}

static knap_status no_answer(const talk *self, knap_error *error)
{
    if (kn_apart_now() >= self->deadline) /* the kernel ended it */
        return too_late(self, error);
    if (self->limits->memory)
        return kn_fail_at(error, KNAP_BAD_INPUT, self->source->name, 0,
                          "the library that reads this format failed, or needs more than the %zu MiB that are allowed",
                          self->limits->memory >> 20);
    return kn_fail_at(error, KNAP_BAD_INPUT, self->source->name, 0,
                      "the library that reads this format failed: the file may be damaged");
}

static knap_status send_all(const talk *self, const char *bytes, size_t length, knap_error *error)
{
    while (length) {
        ssize_t sent = send(self->socket, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        knap_status status = KNAP_OK;
        if (sent > 0) {
            bytes += sent;
            length -= (size_t)sent;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            status = wait_for(self, POLLOUT, error);
        } else if (errno != EINTR) {
            return no_answer(self, error);
        }
        if (status)
            return status;
    }
    return KNAP_OK;
}

/* Appends `length` bytes that the reader sends. */
static knap_status receive(const talk *self, size_t length, kn_text *into, knap_error *error)
{
    char piece[PIECE];
    while (length) {
        ssize_t got = recv(self->socket, piece, length < sizeof piece ? length : sizeof piece, MSG_DONTWAIT);
        knap_status status = KNAP_OK;
        if (got > 0) {
            kn_text_add(into, piece, (size_t)got);
            length -= (size_t)got;
            if (into->failed)
                return kn_no_memory(error);
        } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            status = wait_for(self, POLLIN, error);
        } else if (got == 0 || errno != EINTR) {
            return no_answer(self, error);
        }
        if (status)
            return status;
    }
    return KNAP_OK;
}

static knap_status send_task(const talk *self, const kn_file_format *format, knap_error *error)
{
    kn_text frame = {.allocator = self->source->allocator};
    knap_status status;
    double left = self->deadline - kn_apart_now();
    kn_apart_begin_frame(&frame, KN_APART_TASK);
    kn_put_count(&frame, kn_format_number(format));
    kn_put_count(&frame, self->source->most);
    kn_put_count(&frame, self->limits->memory);
    kn_put_real(&frame, isfinite(left) ? fmax(left, 0) : 0);
    kn_put_name(&frame, self->source->name);
    kn_put_count(&frame, self->source->length);
    kn_apart_end_frame(&frame); /* the bytes of the file follow it */
    status = frame.failed ? kn_no_memory(error) : send_all(self, frame.bytes, frame.length, error);
    kn_text_free(&frame);
    return status ? status : send_all(self, self->source->bytes, self->source->length, error);
}

/* ---- Answers ---- */

static bool take_blocks(kn_bytes *from, kn_extract *extract, size_t blocks)
{
    for (size_t i = 0, end = 0; !from->bad && i < blocks; i++) {
        kn_block block = {.begin = kn_take_size(from, extract->text.length),
                          .end = kn_take_size(from, extract->text.length),
                          .kind = (knap_block)kn_take_size(from, KNAP_BLOCK_KINDS - 1),
                          .level = (unsigned)kn_take_size(from, UINT16_MAX)};
        size_t speaker = kn_take_size(from, extract->speakers.count);
        if (from->bad || block.begin < end || block.end < block.begin)
            return false;
        end = block.end;
        block.speaker = speaker ? extract->speakers.name[speaker - 1] : NULL;
        if (!KN_ROOM(extract->text.allocator, extract->block, extract->blocks + 1)) {
            extract->failed = true;
            return true;
        }
        extract->block[extract->blocks++] = block;
    }
    return !from->bad;
}

/* The document of a frame; *id is in place. False where the frame is wrong. */
static bool take_document(kn_bytes *from, kn_extract *extract, const char **id)
{
    size_t length, speakers, blocks;
    const char *text;
    *id = kn_take_name(from);
    extract->date = (uint32_t)kn_take_size(from, 99991231);
    extract->punctuated = kn_take_size(from, 1);
    extract->entries = kn_take_size(from, 1);
    length = kn_take_size(from, from->left);
    text = kn_take(from, length);
    if (!text || !kn_utf8_all_valid(text, length) || memchr(text, 0, length))
        return false;
    kn_text_add(&extract->text, text, length);
    speakers = kn_take_size(from, from->left);
    for (size_t i = 0; !from->bad && i < speakers; i++) {
        const char *name = kn_take_name(from);
        if (!name || !kn_utf8_all_valid(name, strlen(name)) || extract->speakers.count != i)
            return false;
        extract->failed |= kn_symbols_add(&extract->speakers, name, strlen(name)) == KN_NO_SYMBOL;
        if (extract->failed)
            return true;
    }
    blocks = kn_take_size(from, from->left);
    extract->failed |= extract->text.failed;
    return extract->failed || (take_blocks(from, extract, blocks) && (extract->failed || !from->left));
}

static knap_status give_document(const talk *self, kn_bytes from, knap_error *error)
{
    kn_extract extract;
    const char *id = NULL;
    knap_status status;
    kn_extract_begin(&extract, self->source->allocator);
    if (!take_document(&from, &extract, &id) || !id)
        status = no_answer(self, error);
    else if (extract.failed)
        status = kn_no_memory(error);
    else
        status = self->output->document(self->output->context, &extract, id, error);
    kn_extract_free(&extract);
    return status;
}

static knap_status give_file(const talk *self, kn_bytes from, knap_error *error)
{
    const char *name = kn_take_name(&from);
    if (!name)
        return no_answer(self, error);
    return self->output->file(self->output->context, name, from.at, from.left, error);
}

static knap_status give_end(const talk *self, kn_bytes from, knap_error *error)
{
    size_t status = kn_take_size(&from, KNAP_NO_MEMORY > KNAP_CANCELLED ? KNAP_NO_MEMORY : KNAP_CANCELLED);
    size_t line = kn_take_size(&from, SIZE_MAX);
    const char *file = kn_take_name(&from), *message = kn_take_name(&from);
    if (!file || !message || from.bad)
        return no_answer(self, error);
    if (status == KNAP_OK)
        return KNAP_OK;
    if (status == KNAP_NO_MEMORY)
        return kn_no_memory(error);
    return file[0] ? kn_fail_at(error, KNAP_BAD_INPUT, file, line, "%s", message)
                   : kn_fail(error, KNAP_BAD_INPUT, "%s", message);
}

/* The first frame: the number of the reader. */
static knap_status note_reader(const talk *self, kn_bytes from, knap_error *error)
{
    size_t process = kn_take_size(&from, INT32_MAX);
    if (from.bad || from.left)
        return no_answer(self, error);
    if (self->limits->reads)
        self->limits->reads(self->limits->context, (long)process);
    return KNAP_OK;
}

static knap_status take_answers(const talk *self, knap_error *error)
{
    kn_text frame = {.allocator = self->source->allocator};
    knap_status status = KNAP_OK;
    bool ended = false;
    for (bool first = true; !status && !ended; first = false) {
        int kind = 0;
        frame.length = 0;
        status = receive(self, KN_APART_HEAD, &frame, error);
        if (!status) {
            kn_bytes head = {frame.bytes + 1, KN_APART_HEAD - 1, false};
            size_t length = kn_take_size(&head, SIZE_MAX / 2);
            kind = frame.bytes[0];
            frame.length = 0;
            status = receive(self, length, &frame, error);
        }
        if (status)
            break;
        kn_bytes from = {frame.bytes ? frame.bytes : "", frame.length, false};
        ended = kind == KN_APART_END;
        if (first != (kind == KN_APART_BEGIN))
            status = no_answer(self, error);
        else if (first)
            status = note_reader(self, from, error);
        else
            status = kind == KN_APART_DOCUMENT ? give_document(self, from, error)
                     : kind == KN_APART_FILE   ? give_file(self, from, error)
                     : kind == KN_APART_END    ? give_end(self, from, error)
                                               : no_answer(self, error);
    }
    kn_text_free(&frame);
    return status;
}

knap_status kn_apart_read(const kn_apart *apart, const kn_file_format *format, const kn_source *source,
                          const kn_apart_limits *limits, const kn_output *output, knap_error *error)
{
    talk self = {.deadline = limits->deadline, .source = source, .output = output, .limits = limits};
    knap_status status;
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return kn_fail_at(error, KNAP_IO, source->name, 0, "cannot make a socket to read it: %s", strerror(errno));
    self.socket = pair[0];
    status = send_socket(apart->control, pair[1])
                 ? KNAP_OK
                 : kn_fail(error, KNAP_IO, "the process that reads files in other formats has ended");
    close(pair[1]);
    if (!status)
        status = send_task(&self, format, error);
    if (!status)
        status = take_answers(&self, error);
    if (limits->reads)
        limits->reads(limits->context, 0);
    close(pair[0]);
    return status;
}
