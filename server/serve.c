/* serve.c - the life of the server: addresses, threads, signals, the end. */
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
    ADDRESSES = 2,
    BACKLOG = 511,
    GRACE = 5,       /* seconds in which clients must have read what was answered */
    KEPT = 64 << 20, /* bytes of free memory that each worker keeps */
    LARGE = 4 << 20  /* bytes of a block that is given back at once */
};

/* ---- Addresses ---- */

static bool is_loopback(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr) >> 24 == 127;
    return address->sa_family == AF_INET6 &&
           IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
}

/* Splits ADDRESS:PORT, [ADDRESS]:PORT or PORT. */
static bool split_address(const char *text, char *host, size_t size, char *port, size_t port_size)
{
    const char *colon = strrchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : 0;
    const char *digits = colon ? colon + 1 : text;
    bool brackets = length >= 2 && text[0] == '[' && text[length - 1] == ']';
    if (!*digits || strspn(digits, "0123456789") != strlen(digits) || strlen(digits) > 5 || atoi(digits) > 65535)
        return false;
    if (colon && !brackets && memchr(text, ':', length))
        return false; /* an address of IPv6 needs brackets */
    snprintf(host, size, "%.*s", (int)(brackets ? length - 2 : length), brackets ? text + 1 : text);
    if (!host[0])
        snprintf(host, size, "127.0.0.1");
    snprintf(port, port_size, "%s", digits);
    return true;
}

/* Whether the addresses of the options can be addresses at all. Returns an exit status. */
static int check_addresses(const serve_settings *settings)
{
    const size_t longest = sizeof((struct sockaddr_un *)NULL)->sun_path - 1;
    const char *path = settings->unix_path;
    char host[256], port[8];
    if (settings->listen && !split_address(settings->listen, host, sizeof host, port, sizeof port))
        return cli_say(CLI_USAGE, "--listen '%s': expected ADDRESS:PORT, [ADDRESS]:PORT or PORT", settings->listen);
    if (path && (!*path || strlen(path) > longest))
        return cli_say(CLI_USAGE, "--unix '%s': expected a path of 1 to %zu bytes", path, longest);
    return CLI_DONE;
}

/* Listens on the first address that the name has. Returns the socket, or -1 after a message. */
static int listen_at(const char *text, bool *loopback)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV}, *found = NULL;
    char host[256], port[8];
    int made, on = 1, problem;
    split_address(text, host, sizeof host, port, sizeof port);
    if ((problem = getaddrinfo(host, port, &hints, &found)) != 0) {
        cli_say(CLI_FAILED, "--listen %s: %s", text, gai_strerror(problem));
        return -1;
    }
    *loopback = is_loopback(found->ai_addr);
    made = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made >= 0)
        setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (made < 0 || bind(made, found->ai_addr, found->ai_addrlen) != 0 || listen(made, BACKLOG) != 0) {
        cli_say(CLI_FAILED, "--listen %s: %s", text, strerror(errno));
        if (made >= 0)
            close(made);
        made = -1;
    }
    freeaddrinfo(found);
    return made;
}

/* Listens on a socket in the file system. One that no server listens on is replaced. */
static int listen_on_file(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat about;
    int made;
    memcpy(address.sun_path, path, strlen(path) + 1);
    made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made >= 0 && lstat(path, &about) == 0 && S_ISSOCK(about.st_mode)) {
        if (connect(made, (struct sockaddr *)&address, sizeof address) == 0) {
            cli_say(CLI_FAILED, "--unix %s: another server listens there", path);
            close(made);
            return -1;
        }
        unlink(path);
        close(made);
        made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    }
    if (made < 0 || bind(made, (struct sockaddr *)&address, sizeof address) != 0 || chmod(path, 0660) != 0 ||
        listen(made, BACKLOG) != 0) {
        cli_say(CLI_FAILED, "--unix %s: %s", path, strerror(errno));
        if (made >= 0)
            close(made);
        return -1;
    }
    return made;
}

/* Prints the URL of a socket; port 0 has become a number. */
static void print_url(int socket)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    char host[128], port[8];
    if (getsockname(socket, (struct sockaddr *)&address, &size) == 0 &&
        getnameinfo((struct sockaddr *)&address, size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) == 0)
        printf(strchr(host, ':') ? "http://[%s]:%s/\n" : "http://%s:%s/\n", host, port);
}

/* ---- Signals ---- */

static void block_signals(sigset_t *awaited)
{
    sigemptyset(awaited);
    sigaddset(awaited, SIGTERM);
    sigaddset(awaited, SIGINT);
    sigaddset(awaited, SIGHUP);
    pthread_sigmask(SIG_BLOCK, awaited, NULL); /* before the threads start, which inherit it */
    signal(SIGPIPE, SIG_IGN);
}

/* Waits until the server shall stop; reads models again when asked to. */
static void wait_for_stop(server *self, const sigset_t *awaited)
{
    int signal = 0;
    while (sigwait(awaited, &signal) == 0 && signal == SIGHUP)
        models_reload(self->models, self);
}

/* Ends what is queued and worked on, and lets clients read what was answered. A second signal ends the program at once. */
static void drain(server *self, const sigset_t *awaited)
{
    double begun = cli_seconds(), most = self->settings->max_time + GRACE;
    size_t queued = 0, busy = 1;
    for (; (atomic_load(&self->pending) > 0 || busy) && cli_seconds() - begun < most;
         work_state(self, &queued, &busy)) {
        struct timespec pause = {.tv_nsec = 20000000};
        int signal = sigtimedwait(awaited, NULL, &pause);
        if (signal == SIGTERM || signal == SIGINT) {
            log_event(self, "stopped by a second signal", NULL);
            _exit(CLI_FAILED);
        }
    }
}

/* What is left takes no time, unless a library does not return. From here on a signal ends the program without waiting. */
static void stop_at_once(int signal)
{
    (void)signal;
    _exit(CLI_FAILED);
}

static void let_signals_stop(const sigset_t *awaited)
{
    struct sigaction at_once = {.sa_handler = stop_at_once}, ignored = {.sa_handler = SIG_IGN};
    sigaction(SIGTERM, &at_once, NULL);
    sigaction(SIGINT, &at_once, NULL);
    sigaction(SIGHUP, &ignored, NULL);
    pthread_sigmask(SIG_UNBLOCK, awaited, NULL);
}

/* ---- The server ---- */

/* The program keeps free memory for its next use (cli/memory.c); a server, which runs for long, keeps less of it. */
static void keep_less_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, LARGE);
#endif
}

static int open_log(server *self)
{
    const char *path = self->settings->log;
    self->log = path ? fopen(path, "a") : stderr;
    return self->log ? CLI_DONE : cli_say(CLI_FAILED, "--log %s: cannot open: %s", path, strerror(errno));
}

static int serve_until_stopped(server *self, const int *listening, size_t count)
{
    _Atomic(http *) *daemon = self->http;
    sigset_t awaited;
    size_t queued, busy;
    bool started;
    block_signals(&awaited);
    started = work_begin(self);
    for (size_t i = 0; i < count && started; i++)
        started = http_open(self, listening[i], i);
    if (started) {
        for (size_t i = 0; i < count; i++)
            if (!self->settings->unix_path || i > 0 || count == 1)
                print_url(listening[i]);
        if (self->settings->unix_path)
            printf("unix:%s\n", self->settings->unix_path);
        fflush(stdout);
        log_event(self, "started", knap_version());
        wait_for_stop(self, &awaited);
        atomic_store(&self->stopping, true);
        log_event(self, "stopping", NULL);
        for (size_t i = 0; i < count; i++)
            http_quiet(daemon[i]);
        drain(self, &awaited);
        work_state(self, &queued, &busy);
        if (busy) { /* longer than its time and the grace: a library that cannot be stopped */
            log_event(self, "stopped although a request had not ended", NULL);
            _exit(CLI_FAILED);
        }
    }
    let_signals_stop(&awaited);
    work_end(self);
    for (size_t i = 0; i < count; i++)
        http_close(daemon[i]);
    log_event(self, "stopped", NULL);
    if (atomic_load(&self->exhausted))
        return cli_say(CLI_FAILED,
                       "stopped because the machine has no memory left: use a lower --max-memory or --jobs");
    return started ? CLI_DONE : CLI_FAILED;
}

int serve_run(const serve_settings *settings)
{
    server self = {.settings = settings, .started = cli_seconds()};
    int listening[ADDRESSES], status;
    knap_error error;
    size_t count = 0;
    self.loopback = true;
    keep_less_memory();
    pthread_mutex_init(&self.log_lock, NULL);
    self.counters = cli_new(routes_count + 1, sizeof *self.counters);
    status = check_addresses(settings);
    if (!status && settings->token_file)
        status = access_read_token(&self, settings->token_file);
    if (!status)
        status = models_open(&self.models, &settings->models);
    if (!status && settings->tokenizer && cli_open_tokenizer(settings->tokenizer, &self.tokenizer, &error))
        status = cli_fail(&error);
    if (!status)
        status = open_log(&self);
    if (!status && settings->listen && (listening[count++] = listen_at(settings->listen, &self.loopback)) < 0)
        status = CLI_FAILED;
    if (!status && settings->unix_path && (listening[count++] = listen_on_file(settings->unix_path)) < 0)
        status = CLI_FAILED;
    if (!status && !self.loopback && !self.token_length && !settings->quiet)
        cli_say(CLI_DONE, "note: other machines can use this server without a token; --token-file asks them for one");
    if (!status && knap_apart_start(NULL, &self.apart, &error))
        status = cli_fail(&error);
    if (!status)
        status = serve_until_stopped(&self, listening, count);
    if (!status && settings->unix_path)
        unlink(settings->unix_path);
    knap_apart_stop(self.apart);
    models_close(self.models);
    if (self.log && self.log != stderr)
        fclose(self.log);
    free(self.counters);
    return status;
}
