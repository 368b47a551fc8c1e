/* apart_helper.c - the other side: the helper, which forks a reader per file, and the reader within its limits. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* close_range, syscall */
#endif
#include "formats/apart.h"
#include "base/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#if defined(__has_include) && defined(SYS_landlock_create_ruleset)
#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif
#endif
#endif

/* ---- The reader's limits ---- */

/* Bytes of the process's data now; they do not count. */
static rlim_t data_size(void)
{
    unsigned long pages[6] = {0};
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    for (size_t i = 0; i < 6; i++)
        if (fscanf(file, "%lu", &pages[i]) != 1)
            pages[5] = 0;
    fclose(file);
    return (rlim_t)pages[5] * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void limit(int resource, rlim_t most)
{
    struct rlimit both = {most, most};
    setrlimit(resource, &both);
}

/* The kernel ends the reader when its time is over, whatever it does. */
static void limit_resources(size_t memory, double seconds)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    if (seconds > 0) {
        struct itimerval timer = {.it_value = {(time_t)seconds, (suseconds_t)(1e6 * (seconds - floor(seconds))) + 1}};
        limit(RLIMIT_CPU, (rlim_t)seconds + 2);
        setitimer(ITIMER_REAL, &timer, NULL);
    }
#ifndef __SANITIZE_ADDRESS__ /* whose own memory is many times that of the program */
    if (memory)
        limit(RLIMIT_DATA, data_size() + memory);
#else
    (void)memory;
    (void)data_size;
#endif
}

#if defined(__linux__) && defined(LANDLOCK_ACCESS_FS_READ_FILE)
/* Libraries and their tables can be read; no other file can be opened, and none written. Kernels without Landlock refuse: there the
 * filter of system calls is what there is. */
static void limit_files(void)
{
    static const char *const readable[] = {"/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache"};
    struct landlock_ruleset_attr all = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0);
    if (rules < 0)
        return;
    for (size_t i = 0; i < sizeof readable / sizeof *readable; i++) {
        struct landlock_path_beneath_attr rule = {.parent_fd = open(readable[i], O_PATH | O_CLOEXEC)};
        rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
        if (i < 4)
            rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
        if (rule.parent_fd < 0)
            continue;
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        close(rule.parent_fd);
    }
    syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
}
#else
static void limit_files(void)
{
}
#endif

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#ifdef __x86_64__
#define ARCHITECTURE 0xC000003Eu /* AUDIT_ARCH_X86_64 */
#else
#define ARCHITECTURE 0xC00000B7u /* AUDIT_ARCH_AARCH64 */
#endif
/* `flags` is the number of the argument that says how a file is opened. */
#define REFUSE_TO_WRITE(call, flags)                                                                                   \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4),                                                             \
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[flags])),                                \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),                             \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(call)                                                                                                   \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

/* No network, no other programs or processes, no files that are written. */
static void limit_calls(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        REFUSE(socket),
        REFUSE(connect),
        REFUSE(bind),
        REFUSE(listen),
        REFUSE(execve),
        REFUSE(execveat),
        REFUSE(clone),
        REFUSE(ptrace),
        REFUSE(kill),
        REFUSE(process_vm_readv),
        REFUSE(process_vm_writev),
        REFUSE(unlinkat),
        REFUSE(renameat2),
        REFUSE(mkdirat),
        REFUSE(linkat),
        REFUSE(symlinkat),
        REFUSE(fchmodat),
        REFUSE(fchownat),
        REFUSE(truncate),
#ifdef __x86_64__
        REFUSE(fork),
        REFUSE(vfork),
        REFUSE(unlink),
        REFUSE(rename),
        REFUSE(mkdir),
        REFUSE(rmdir),
        REFUSE(link),
        REFUSE(symlink),
        REFUSE(chmod),
        REFUSE(chown),
        REFUSE(creat),
        REFUSE_TO_WRITE(open, 1),
#endif
        REFUSE_TO_WRITE(openat, 2),
#ifdef SYS_openat2
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
#endif
#ifdef SYS_clone3
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
static void limit_calls(void)
{
}
#endif

/* ---- The reader ---- */

static bool write_all(int socket, const char *bytes, size_t length)
{
    while (length) {
        ssize_t sent = write(socket, bytes, length);
        if (sent < 0 && errno != EINTR)
            return false;
        bytes += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static bool read_all(int socket, char *bytes, size_t length)
{
    while (length) {
        ssize_t got = read(socket, bytes, length);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        bytes += got > 0 ? got : 0;
        length -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

typedef struct answer {
    int socket;
    kn_text frame;
} answer;

/* Libraries that find no memory abort. The last frame of a reader that has a limit says so then, unless it is inside of another. */
static struct {
    int socket;
    kn_text frame;
    volatile sig_atomic_t sending;
} last;

static void tell_no_memory(int signal)
{
    (void)signal;
    if (!last.sending)
        write_all(last.socket, last.frame.bytes, last.frame.length);
    _exit(1);
}

static void end_frame(kn_text *frame, knap_status status, const knap_error *error)
{
    kn_apart_begin_frame(frame, KN_APART_END);
    kn_put_count(frame, (uint64_t)status);
    kn_put_count(frame, error->line);
    kn_put_name(frame, error->file);
    kn_put_name(frame, error->message);
    kn_apart_end_frame(frame);
}

static void prepare_last(void)
{
    const knap_error none = {.status = KNAP_NO_MEMORY};
    end_frame(&last.frame, KNAP_NO_MEMORY, &none);
    if (!last.frame.failed)
        signal(SIGABRT, tell_no_memory);
}

static knap_status send_frame(answer *self, knap_error *error)
{
    kn_apart_end_frame(&self->frame);
    if (self->frame.failed) {
        *error = (knap_error){.status = KNAP_NO_MEMORY};
        return KNAP_NO_MEMORY;
    }
    last.sending = 1;
    if (!write_all(self->socket, self->frame.bytes, self->frame.length))
        _exit(1); /* nobody waits for it any more */
    last.sending = 0;
    return KNAP_OK;
}

/* 1 + the number of a speaker; 0: nobody. */
static uint64_t speaker_number(const kn_extract *extract, const char *speaker)
{
    return speaker ? (uint64_t)kn_symbols_find(&extract->speakers, speaker, strlen(speaker)) + 1 : 0;
}

static knap_status send_document(void *context, const kn_extract *extract, const char *id, knap_error *error)
{
    answer *self = context;
    kn_text *frame = &self->frame;
    kn_apart_begin_frame(frame, KN_APART_DOCUMENT);
    kn_put_name(frame, id);
    kn_put_count(frame, extract->date);
    kn_put_count(frame, extract->punctuated);
    kn_put_count(frame, extract->entries);
    kn_put_count(frame, extract->text.length);
    kn_text_add(frame, extract->text.bytes ? extract->text.bytes : "", extract->text.length);
    kn_put_count(frame, extract->speakers.count);
    for (size_t i = 0; i < extract->speakers.count; i++)
        kn_put_name(frame, extract->speakers.name[i]);
    kn_put_count(frame, extract->blocks);
    for (size_t i = 0; i < extract->blocks; i++) {
        const kn_block *block = &extract->block[i];
        kn_put_count(frame, block->begin);
        kn_put_count(frame, block->end);
        kn_put_count(frame, (uint64_t)block->kind);
        kn_put_count(frame, block->level);
        kn_put_count(frame, speaker_number(extract, block->speaker));
    }
    return send_frame(self, error);
}

static knap_status send_file(void *context, const char *name, const char *bytes, size_t length, knap_error *error)
{
    answer *self = context;
    kn_apart_begin_frame(&self->frame, KN_APART_FILE);
    kn_put_name(&self->frame, name);
    kn_text_add(&self->frame, bytes, length);
    return send_frame(self, error);
}

/* The task without the bytes of the file: at most a page of it. */
typedef struct task {
    const kn_file_format *format;
    double seconds;
    size_t memory;
    kn_source source;
} task;

static bool read_task(int socket, kn_text *text, task *made)
{
    char head[KN_APART_HEAD];
    kn_bytes from = {head + 1, KN_APART_HEAD - 1, false};
    size_t length;
    if (!read_all(socket, head, sizeof head) || head[0] != KN_APART_TASK)
        return false;
    length = kn_take_size(&from, 1 << 20);
    for (size_t i = 0; i < length; i++)
        kn_text_byte(text, 0);
    if (text->failed || from.bad || !read_all(socket, text->bytes, length))
        return false;
    from = (kn_bytes){text->bytes, length, false};
    made->format = kn_format_at(kn_take_size(&from, SIZE_MAX));
    made->source.most = kn_take_size(&from, SIZE_MAX);
    made->memory = kn_take_size(&from, SIZE_MAX);
    made->seconds = kn_take_real(&from);
    made->source.name = kn_take_name(&from);
    made->source.length = kn_take_size(&from, SIZE_MAX / 2);
    return !from.bad && made->format && made->format->read;
}

/* A reader whose answer nobody waits for any more ends, although it does not write. The kernel sends SIGIO then, and at other times. */
static void end_if_left(int signal)
{
    struct pollfd other = {.fd = last.socket};
    (void)signal;
    if (poll(&other, 1, 0) > 0 && other.revents & (POLLHUP | POLLERR))
        _exit(1);
}

static void watch_other_side(int socket)
{
    struct sigaction noticed = {.sa_handler = end_if_left, .sa_flags = SA_RESTART};
    sigaction(SIGIO, &noticed, NULL);
    if (fcntl(socket, F_SETOWN, getpid()) == 0)
        fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_ASYNC);
    end_if_left(SIGIO); /* it may have gone before */
}

/* The first frame: which process this is. */
static bool send_number(int socket)
{
    kn_text frame = {.allocator = NULL};
    bool sent;
    kn_apart_begin_frame(&frame, KN_APART_BEGIN);
    kn_put_count(&frame, (uint64_t)getpid());
    kn_apart_end_frame(&frame);
    sent = !frame.failed && write_all(socket, frame.bytes, frame.length);
    kn_text_free(&frame);
    return sent;
}

static knap_status read_file(int socket, task *asked, answer *into, knap_error *error)
{
    const kn_output output = {into, send_document, send_file};
    char *bytes = kn_new_room(NULL, asked->source.length + 1, 1);
    if (!bytes) {
        *error = (knap_error){.status = KNAP_NO_MEMORY};
        return KNAP_NO_MEMORY;
    }
    if (!read_all(socket, bytes, asked->source.length))
        _exit(1);
    watch_other_side(socket);
    bytes[asked->source.length] = 0;
    asked->source.bytes = bytes;
    return asked->format->read(&asked->source, &output, error);
}

_Noreturn static void serve_one(int socket)
{
    kn_text text = {.allocator = NULL};
    answer into = {.socket = socket};
    knap_error error = {.status = KNAP_OK};
    task asked = {.format = NULL};
    knap_status status;
    last.socket = socket;
    if (!send_number(socket) || !read_task(socket, &text, &asked))
        _exit(1);
    if (asked.memory)
        prepare_last();
    limit_resources(asked.memory, asked.seconds);
    limit_files();
    limit_calls();
    status = read_file(socket, &asked, &into, &error);
    end_frame(&into.frame, status, &error);
    _exit(send_frame(&into, &error) ? 1 : 0);
}

/* ---- The helper ---- */

/* The next socket; -1 where the other side is gone. */
static int next_socket(int control)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } space;
    char byte;
    int socket = -1;
    for (;;) {
        struct iovec one = {&byte, 1};
        struct msghdr message = {
            .msg_iov = &one, .msg_iovlen = 1, .msg_control = space.room, .msg_controllen = sizeof space.room};
        ssize_t got = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
        const struct cmsghdr *with = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return -1;
        if (with && with->cmsg_type == SCM_RIGHTS) {
            memcpy(&socket, CMSG_DATA(with), sizeof socket);
            return socket;
        }
    }
}

static void close_from(int first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0) == 0)
        return;
#endif
    for (int i = first; i < 1024; i++)
        close(i);
}

/* Nothing of the process that started it stays open, and signals that are meant for that one do not end it. */
static int let_go(int control)
{
    static const int ignored[] = {SIGINT,  SIGTERM, SIGHUP,
                                  SIGQUIT, SIGTSTP, SIGCHLD}; /* SIGCHLD: children need no wait */
    sigset_t none;
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3; i++)
        dup2(nothing, i);
    dup2(control, 3);
    close_from(4);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
#ifdef __GLIBC__
    mallopt(M_TOP_PAD, 128 << 10); /* the program may have set it to more than a reader's limit */
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
#ifdef __linux__
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_NAME, "knap-reader", 0, 0, 0);
#endif
    return 3;
}

_Noreturn void kn_apart_serve(int control)
{
    int socket;
    control = let_go(control);
    while ((socket = next_socket(control)) >= 0) {
        pid_t helper = getpid();
        if (fork() == 0) {
#ifdef __linux__
            prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
            if (getppid() != helper)
                _exit(1);
            close(control);
            serve_one(socket);
        }
        close(socket); /* where fork failed, the other side sees that too */
    }
    _exit(0);
}
