/* interpose.c - a library for LD_PRELOAD that makes the nth allocation or the nth system call of a program fail, or kills it there.
 *
 *     KNAP_FAULT=KIND:N     N counts from 1; 0 means none (to count), and for "short" all
 *     KNAP_FAULT_LOG=FILE   gets a line for the fault, a line "crash" with the library that crashed, and a line "count C" at the end
 *
 * Kinds: alloc; EINTR, EIO, ENOSPC, EMFILE, EACCES (system calls that can fail so); short (reads and writes of half the bytes);
 * kill (SIGKILL before a call that changes a file, or opens or closes one).
 *
 * System calls are caught where they enter the kernel, so that those inside the C library count too: a seccomp filter raises SIGSYS
 * for them, and the handler makes the call itself, from one place that the filter lets through. The program's own signal handlers
 * and results are not changed. Linux on x86-64 only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum kind { NONE, ALLOC, AN_ERROR, SHORT, KILL };

static enum kind kind;
static int fault_errno;
static long fault_at;
static atomic_long seen;
static char log_path[512];

/* ---- The one place where system calls are let through ---- */

long raw_call(long number, long a, long b, long c, long d, long e, long f);
extern const char raw_call_end[];
__asm__(".text\n.globl raw_call\n.globl raw_call_end\n.hidden raw_call\n.hidden raw_call_end\n"
        ".type raw_call, @function\nraw_call:\n"
        "mov %rdi, %rax\nmov %rsi, %rdi\nmov %rdx, %rsi\nmov %rcx, %rdx\nmov %r8, %r10\nmov %r9, %r8\n"
        "mov 8(%rsp), %r9\nsyscall\nraw_call_end:\nret\n.size raw_call, .-raw_call\n");

static void write_log(const char *what, long number, const char *where)
{
    char line[700];
    int length = snprintf(line, sizeof line, "%s %ld %s\n", what, number, where ? where : "");
    if (!log_path[0])
        return;
    long file = raw_call(SYS_open, (long)log_path, O_WRONLY | O_CREAT | O_APPEND, 0600, 0, 0, 0);
    raw_call(SYS_write, file, (long)line, length, 0, 0, 0);
    raw_call(SYS_close, file, 0, 0, 0, 0, 0);
}

/* ---- Allocations ---- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

/* GLib and the C++ library end the program when memory is out, by their design. Their allocations do not fail here. */
static bool exempt(const char *object)
{
    static const char *const names[] = {"libglib", "libgobject", "libgio", "libgmime", "libstdc++", NULL};
    for (size_t i = 0; object && names[i]; i++)
        if (strstr(object, names[i]))
            return true;
    return false;
}

/* Says which program or library crashed after the fault. */
static void on_crash(int signal_number, siginfo_t *about, void *context)
{
    Dl_info place = {0};
    (void)about;
    dladdr((void *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP], &place);
    write_log("crash", signal_number, place.dli_fname);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static bool fails(const void *caller)
{
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO};
    Dl_info about = {0};
    if (kind != ALLOC || atomic_fetch_add(&seen, 1) + 1 != fault_at)
        return false;
    kind = NONE; /* dladdr and snprintf may allocate */
    dladdr(caller, &about);
    bool spared = exempt(about.dli_fname);
    write_log(spared ? "spared" : "failed", fault_at, about.dli_fname);
    sigaction(SIGSEGV, &action, NULL);
    errno = ENOMEM;
    return !spared;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t size)
{
    return fails(CALLER) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(CALLER) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return size && fails(CALLER) ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
    return fails(CALLER) ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(CALLER) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **made, size_t alignment, size_t size)
{
    if (fails(CALLER))
        return ENOMEM;
    *made = __libc_memalign(alignment, size);
    return *made ? 0 : ENOMEM;
}

/* ---- System calls ---- */

enum group { READS = 1, WRITES = 2, OPENS = 4, CLOSES = 8, FLUSHES = 16, NAMES = 32, LOOKS = 64 };

static const struct call {
    long number;
    unsigned group;
    const char *name;
} calls[] = {{SYS_read, READS, "read"},
             {SYS_pread64, READS, "pread"},
             {SYS_readv, READS, "readv"},
             {SYS_write, WRITES, "write"},
             {SYS_pwrite64, WRITES, "pwrite"},
             {SYS_writev, WRITES, "writev"},
             {SYS_open, OPENS, "open"},
             {SYS_openat, OPENS, "openat"},
             {SYS_close, CLOSES, "close"},
             {SYS_fsync, FLUSHES, "fsync"},
             {SYS_fdatasync, FLUSHES, "fdatasync"},
             {SYS_ftruncate, FLUSHES, "ftruncate"},
             {SYS_rename, NAMES, "rename"},
             {SYS_renameat, NAMES, "renameat"},
             {SYS_renameat2, NAMES, "renameat2"},
             {SYS_mkdir, NAMES, "mkdir"},
             {SYS_mkdirat, NAMES, "mkdirat"},
             {SYS_unlink, NAMES, "unlink"},
             {SYS_unlinkat, NAMES, "unlinkat"},
             {SYS_rmdir, NAMES, "rmdir"},
             {SYS_stat, LOOKS, "stat"},
             {SYS_fstat, LOOKS, "fstat"},
             {SYS_lstat, LOOKS, "lstat"},
             {SYS_newfstatat, LOOKS, "newfstatat"},
             {SYS_lseek, LOOKS, "lseek"},
             {SYS_access, LOOKS, "access"},
             {SYS_readlink, LOOKS, "readlink"},
             {SYS_getdents64, LOOKS, "getdents64"},
             {SYS_getcwd, LOOKS, "getcwd"}};
enum { CALLS = sizeof calls / sizeof *calls };

static const struct fault {
    const char *name;
    enum kind kind;
    int number;
    unsigned groups;
} faults[] = {{"alloc", ALLOC, 0, 0},
              {"EINTR", AN_ERROR, EINTR, READS | WRITES | OPENS | CLOSES | FLUSHES},
              {"EIO", AN_ERROR, EIO, READS | WRITES | OPENS | CLOSES | FLUSHES | NAMES | LOOKS},
              {"ENOSPC", AN_ERROR, ENOSPC, WRITES | OPENS | CLOSES | FLUSHES | NAMES},
              {"EMFILE", AN_ERROR, EMFILE, OPENS},
              {"EACCES", AN_ERROR, EACCES, OPENS | NAMES | LOOKS},
              {"short", SHORT, 0, READS | WRITES},
              {"kill", KILL, 0, WRITES | OPENS | CLOSES | FLUSHES | NAMES}};
static unsigned groups;

static const struct call *find_call(long number)
{
    for (size_t i = 0; i < CALLS; i++)
        if (calls[i].number == number)
            return &calls[i];
    return NULL;
}

/* Whether a call comes from the dynamic loader, which takes a short read of a library for a damaged file. */
static bool is_loader(const void *from)
{
    uintptr_t base = getauxval(AT_BASE), at = (uintptr_t)from;
    return at >= base && at < base + 0x40000;
}

/* Whether this is the call to disturb. Readv and writev have no half. */
static bool is_the_one(const struct call *call, const void *from)
{
    if (kind == SHORT && is_loader(from))
        return false;
    if (!call || !(call->group & groups) || (kind == SHORT && strchr(call->name, 'v')))
        return false;
    long number = atomic_fetch_add(&seen, 1) + 1;
    if (kind == SHORT && fault_at == 0)
        return true;
    if (number != fault_at)
        return false;
    write_log("fault", number, call->name);
    return true;
}

static void on_call(int signal_number, siginfo_t *about, void *context)
{
    greg_t *at = ((ucontext_t *)context)->uc_mcontext.gregs;
    const struct call *call = find_call(about->si_syscall);
    bool chosen = is_the_one(call, about->si_call_addr);
    (void)signal_number;
    if (chosen && kind == KILL)
        raw_call(SYS_kill, raw_call(SYS_getpid, 0, 0, 0, 0, 0, 0), SIGKILL, 0, 0, 0, 0);
    if (chosen && kind == SHORT && at[REG_RDX] > 1)
        at[REG_RDX] = (at[REG_RDX] + 1) / 2;
    if (chosen && kind == AN_ERROR && call->group != CLOSES) {
        at[REG_RAX] = -fault_errno;
        return;
    }
    long result =
        raw_call(about->si_syscall, at[REG_RDI], at[REG_RSI], at[REG_RDX], at[REG_R10], at[REG_R8], at[REG_R9]);
    /* a close that fails has closed the file */
    at[REG_RAX] = chosen && kind == AN_ERROR && result >= 0 ? -fault_errno : result;
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))

static void catch_calls(void)
{
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
    uint64_t place = (uint64_t)(uintptr_t)raw_call_end;
    struct sock_filter code[8 + 2 * CALLS] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)place, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(place >> 32), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        LOAD(nr),
    };
    size_t length = 6;
    for (size_t i = 0; i < CALLS; i++) {
        code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i].number, 0, 1);
        code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    }
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {(unsigned short)length, code};
    sigaction(SIGSYS, &action, NULL);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(77); /* not allowed here */
}

__attribute__((constructor)) static void begin(void)
{
    const char *fault = getenv("KNAP_FAULT"), *path = getenv("KNAP_FAULT_LOG");
    const char *colon = fault ? strchr(fault, ':') : NULL;
    if (!colon)
        return;
    if (path)
        snprintf(log_path, sizeof log_path, "%s", path);
    fault_at = atol(colon + 1);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (strlen(faults[i].name) == (size_t)(colon - fault) &&
            strncmp(fault, faults[i].name, (size_t)(colon - fault)) == 0) {
            fault_errno = faults[i].number;
            groups = faults[i].groups;
            kind = faults[i].kind;
        }
    if (groups)
        catch_calls();
}

__attribute__((destructor)) static void end(void)
{
    if (kind != NONE)
        write_log("count", atomic_load(&seen), "");
}
