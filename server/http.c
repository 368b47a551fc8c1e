/* http.c - connections, by libmicrohttpd: checks headers, collects bodies within limits, hands requests to the workers and sends
 * what they answer. All functions but http_resume run in libmicrohttpd's thread, and none of them waits. */
#define _GNU_SOURCE
#include "server.h"
#include "mhd.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MOST_DROPPED = 64 << 20, /* bytes of an unwanted body that are read, so that the client sees the answer */
    BUFFERED = 64 << 20,     /* bytes of bodies that are held at the same time, and eight times --max-body */
    LEAST_RATE = 1 << 14,    /* bytes a second that a client must send or read, over the idle timeout */
    LONG_SILENCE = 1         /* second of a connection without a request, where connections run short */
};

/* A connection, and when its client must have sent or read what is under way. */
typedef struct peer_link {
    int socket;
    double deadline;
    double idle_since; /* INFINITY while a request is under way */
    double debt;       /* CPU time of its last requests; see request */
    struct peer_link *before, *after;
} peer_link;

struct http {
    server *server;
    struct MHD_Daemon *daemon;
    pthread_mutex_t lock;
    peer_link *links;
};

static mhd lib;

/* ---- Slow clients ---- */

static peer_link *link_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *about = lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return about ? about->socket_context : NULL;
}

/* Gives the client of a connection the idle timeout from `now` on, and time for `bytes` at the least rate. */
static void allow(http *self, struct MHD_Connection *connection, double now, size_t bytes)
{
    peer_link *mine = link_of(connection);
    if (!mine)
        return;
    pthread_mutex_lock(&self->lock);
    mine->deadline = now + self->server->settings->idle_timeout + (double)bytes / LEAST_RATE;
    pthread_mutex_unlock(&self->lock);
}

/* Notes that a connection has a request under way from now on, or waits for one. */
static void note_idle(http *self, struct MHD_Connection *connection, double since)
{
    peer_link *mine = link_of(connection);
    if (!mine)
        return;
    pthread_mutex_lock(&self->lock);
    mine->idle_since = since;
    pthread_mutex_unlock(&self->lock);
}

/* Closes slow clients. Where connections run short, those that have been silent for a second go too, so that others get one. */
void http_sweep(http *self)
{
    double now = cli_seconds(), silence = INFINITY;
    size_t most = self->server->settings->connections;
    if (atomic_load(&self->server->connections) > most - most / 4)
        silence = LONG_SILENCE;
    pthread_mutex_lock(&self->lock); /* a connection leaves the list before its socket is closed */
    for (peer_link *each = self->links; each; each = each->after)
        if ((now > each->deadline || now - each->idle_since > silence) && each->socket >= 0)
            shutdown(each->socket, SHUT_RDWR);
    pthread_mutex_unlock(&self->lock);
}

/* ---- Answers ---- */

static const struct {
    const char *name, *value;
} HEADERS[] = {{"X-Content-Type-Options", "nosniff"},
               {"Referrer-Policy", "no-referrer"},
               {"Cross-Origin-Resource-Policy", "same-origin"},
               {"Cross-Origin-Opener-Policy", "same-origin"},
               {"X-Frame-Options", "DENY"}};

static void add_headers(struct MHD_Response *response, const request *self, const char *type)
{
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++)
        lib.MHD_add_response_header(response, HEADERS[i].name, HEADERS[i].value);
    lib.MHD_add_response_header(response, "Content-Security-Policy",
                                self->fixed && self->status < 400 ? serve_page_policy
                                                                  : "default-src 'none'; frame-ancestors 'none'");
    lib.MHD_add_response_header(response, "Cache-Control", self->fixed && self->status < 400 ? "no-cache" : "no-store");
    if (type && *type)
        lib.MHD_add_response_header(response, "Content-Type", type);
    if (self->status == 429 || (self->status == 503 && !self->route))
        lib.MHD_add_response_header(response, "Retry-After", "1");
    if (self->status == 401)
        lib.MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
    if (self->close || atomic_load(&self->server->stopping))
        lib.MHD_add_response_header(response, "Connection", "close");
}

/* The methods of a path, for the header Allow. */
static void add_allow(struct MHD_Response *response, const char *path)
{
    for (size_t i = 0; i < routes_count; i++)
        if (strcmp(routes[i].path, path) == 0)
            lib.MHD_add_response_header(response, "Allow",
                                        strcmp(routes[i].method, "GET") == 0 ? "GET, HEAD" : routes[i].method);
}

/* The fault as the body of the answer. */
static struct MHD_Response *answer_fault(request *self, const fault *wrong)
{
    cli_buffer out = {.bytes = NULL};
    fault_write(wrong, &out);
    self->status = wrong->status;
    self->sent = out.length;
    return lib.MHD_create_response_from_buffer(out.length, out.bytes, MHD_RESPMEM_MUST_FREE);
}

static enum MHD_Result send_answer(request *self, struct MHD_Connection *connection)
{
    struct MHD_Response *response;
    enum MHD_Result sent;
    const char *type = "application/json";
    bool abandoned = atomic_load(&self->abandoned);
    if (abandoned || self->wrong.status) {
        fault late = {.status = 0};
        request_late(self, &late);
        response = answer_fault(self, abandoned ? &late : &self->wrong);
    } else {
        type = self->out_type ? self->out_type : self->route ? self->route->answer : type;
        self->status = self->status ? self->status : 200;
        self->sent = self->fixed ? self->fixed_length : self->out.length;
        response =
            lib.MHD_create_response_from_buffer(self->sent, self->fixed ? (void *)(size_t)self->fixed : self->out.bytes,
                                                self->fixed ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_FREE);
        self->out = (cli_buffer){.bytes = NULL};
    }
    if (!response)
        return MHD_NO;
    allow(self->http, connection, cli_seconds(), self->sent);
    add_headers(response, self, type);
    if (self->status == 405)
        add_allow(response, self->wrong.file);
    sent = lib.MHD_queue_response(connection, (unsigned)self->status, response);
    lib.MHD_destroy_response(response);
    self->state = REQUEST_SENT;
    return sent;
}

/* ---- Events ---- */

/* Gives libmicrohttpd the next bytes of a stream of events; suspends the connection where there are none yet. */
static ssize_t read_stream(void *context, uint64_t position, char *into, size_t room)
{
    request *self = context;
    ssize_t got = 0;
    (void)position;
    pthread_mutex_lock(&self->lock);
    if (self->streamed < self->stream.length) {
        size_t left = self->stream.length - self->streamed;
        if (self->streamed == 0 || self->ended)
            allow(self->http, self->connection, self->told, left);
        got = (ssize_t)(left < room ? left : room);
        memcpy(into, self->stream.bytes + self->streamed, (size_t)got);
        self->streamed += (size_t)got;
        self->sent += (size_t)got;
    } else if (self->ended) {
        got = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        allow(self->http, self->connection, INFINITY, 0);
        self->waiting = true;
        lib.MHD_suspend_connection(self->connection);
    }
    pthread_mutex_unlock(&self->lock);
    return got;
}

static enum MHD_Result send_stream(request *self, struct MHD_Connection *connection)
{
    struct MHD_Response *response =
        lib.MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1 << 14, read_stream, self, NULL);
    enum MHD_Result sent;
    if (!response)
        return MHD_NO;
    self->status = 200;
    add_headers(response, self, "text/event-stream");
    sent = lib.MHD_queue_response(connection, 200, response);
    lib.MHD_destroy_response(response);
    return sent;
}

void http_resume(request *self, bool ended)
{
    bool resume;
    if (!self->events) {
        self->state = REQUEST_DONE;
        lib.MHD_resume_connection(self->connection);
        return;
    }
    pthread_mutex_lock(&self->lock);
    if (ended) {
        self->ended = true; /* from now on the request may be freed as soon as the lock is */
        self->told = cli_seconds();
    }
    resume = self->waiting;
    self->waiting = false;
    if (resume)
        lib.MHD_resume_connection(self->connection);
    pthread_mutex_unlock(&self->lock);
}

void http_abandon(request *self)
{
    fault late = {.status = 0};
    request_late(self, &late);
    atomic_store(&self->abandoned, true);
    if (self->events) {
        pthread_mutex_lock(&self->lock);
        cli_add_text(&self->stream, "event: error\ndata: ");
        fault_write(&late, &self->stream);
        cli_add_text(&self->stream, "\n");
        pthread_mutex_unlock(&self->lock);
    }
    http_resume(self, true);
}

/* ---- Headers ---- */

/* The value of a header; NULL where there is none, and where it is cut by a byte 0: no text that we know has one. */
static const char *header(struct MHD_Connection *connection, const char *name)
{
    const char *value = NULL;
    size_t size = 0;
    if (lib.MHD_lookup_connection_value_n(connection, MHD_HEADER_KIND, name, strlen(name), &value, &size) != MHD_YES)
        return NULL;
    return value && strlen(value) == size ? value : NULL;
}

/* How often headers came that may come once. */
typedef struct repeats {
    size_t length, encoding, host, origin, authorization;
} repeats;

static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    repeats *self = context;
    (void)kind, (void)value;
    self->length += strcasecmp(name, "Content-Length") == 0;
    self->encoding += strcasecmp(name, "Transfer-Encoding") == 0;
    self->host += strcasecmp(name, "Host") == 0;
    self->origin += strcasecmp(name, "Origin") == 0;
    self->authorization += strcasecmp(name, "Authorization") == 0;
    return MHD_YES;
}

/* Headers that two readers may understand differently. Where the body ends is then in doubt, and bytes of it could pass as the next
 * request: the connection is closed. */
static bool check_framing(request *self, struct MHD_Connection *connection)
{
    static const char *const once[] = {"Host", "Origin", "Authorization"};
    repeats found = {0};
    lib.MHD_get_connection_values(connection, MHD_HEADER_KIND, count_header, &found);
    self->close = true;
    if (found.length + found.encoding > 1)
        return fault_set(&self->wrong, 400, NULL,
                         "Content-Length and Transfer-Encoding: expected one of them, and that once");
    if (found.host > 1 || found.origin > 1 || found.authorization > 1)
        return fault_set(&self->wrong, 400, NULL, "the header %s came more than once",
                         once[found.host > 1     ? 0
                              : found.origin > 1 ? 1
                                                 : 2]);
    if ((found.host && !header(connection, "Host")) || (found.origin && !header(connection, "Origin")) ||
        (found.authorization && !header(connection, "Authorization")))
        return fault_set(&self->wrong, 400, NULL, "a header has a byte 0 in it");
    self->close = false;
    return true;
}

/* The route of a path; where the method is another, the first of the path, and a fault. */
static const route *find_route(const char *path, const char *method, fault *wrong)
{
    const char *asked = strcmp(method, "HEAD") == 0 ? "GET" : method;
    const route *other = NULL;
    for (size_t i = 0; i < routes_count; i++)
        if (strcmp(routes[i].path, path) == 0) {
            if (strcmp(routes[i].method, asked) == 0)
                return &routes[i];
            other = &routes[i];
        }
    if (other) {
        fault_set(wrong, 405, NULL, "this path is for the method %s", other->method);
        snprintf(wrong->file, sizeof wrong->file, "%s", other->path);
    } else {
        fault_set(wrong, 404, NULL, "there is nothing at this path; GET /openapi.json lists what there is");
    }
    return other;
}

static void read_type(request *self, const char *text)
{
    static const char mark[] = "boundary=";
    const char *boundary = text ? strcasestr(text, mark) : NULL;
    size_t length = text ? strcspn(text, "; \t") : 0;
    length = length < sizeof self->type - 1 ? length : sizeof self->type - 1;
    for (size_t i = 0; i < length; i++)
        self->type[i] = (char)tolower((unsigned char)text[i]);
    if (boundary) {
        boundary += sizeof mark - 1;
        bool quoted = *boundary == '"';
        size_t end = quoted ? strcspn(boundary + 1, "\"") : strcspn(boundary, "; \t");
        if (end < sizeof self->boundary)
            memcpy(self->boundary, boundary + quoted, end);
    }
}

static bool check_type(request *self)
{
    const char *const *types = self->route->types;
    char all[256] = "";
    for (size_t i = 0; types && types[i]; i++) {
        size_t used = strlen(all);
        if (strcmp(types[i], self->type) == 0)
            return true;
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", types[i]);
    }
    return fault_set(&self->wrong, 415, NULL, "the content type of the body is not one of %s", all);
}

/* The length that the headers declare; 0 where they declare none. */
static size_t declared_length(struct MHD_Connection *connection)
{
    const char *text = header(connection, "Content-Length");
    return text ? (size_t)strtoull(text, NULL, 10) : 0;
}

static enum MHD_Result add_variable(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    request *self = context;
    variable *made = cli_new(1, sizeof *made), **at = &self->query;
    (void)kind;
    while (*at)
        at = &(*at)->next;
    made->name = cli_copy(name, strlen(name));
    made->value = cli_copy(value ? value : "", value ? strlen(value) : 0);
    *at = made;
    return MHD_YES;
}

static void check_headers(request *self, struct MHD_Connection *connection)
{
    server *of = self->server;
    const char *accept = header(connection, "Accept");
    size_t length = declared_length(connection);
    if (self->wrong.status == 404 || self->wrong.status == 405) {
        fault other = {.status = 0};
        if (!access_check(of, self->route, header(connection, "Host"), header(connection, "Origin"),
                          header(connection, "Authorization"), &other))
            self->wrong = other;
        return;
    }
    if (!access_check(of, self->route, header(connection, "Host"), header(connection, "Origin"),
                      header(connection, "Authorization"), &self->wrong))
        return;
    if (!self->route->works)
        return;
    if (atomic_load(&of->stopping)) {
        fault_set(&self->wrong, 503, NULL, "the server is stopping: ask another one");
        return;
    }
    if (header(connection, "Content-Encoding")) {
        fault_set(&self->wrong, 415, NULL, "compressed bodies are not accepted: send the body as it is");
        return;
    }
    read_type(self, header(connection, "Content-Type"));
    if (!check_type(self))
        return;
    if (length > of->settings->max_body)
        fault_set(
            &self->wrong, 413, NULL,
            "the body has %zu bytes, more than the %zu that the server allows: send less, or start the server with "
            "a higher --max-body",
            length, of->settings->max_body);
    self->events = accept && strstr(accept, "text/event-stream");
    lib.MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, add_variable, self);
}

/* ---- Bodies ---- */

static void drop_body(request *self)
{
    free(self->body);
    atomic_fetch_sub(&self->server->buffered, self->capacity);
    self->dropped += self->length;
    self->body = NULL;
    self->length = self->capacity = 0;
}

/* Takes bytes of a body. False where the connection must be closed: a client that does not stop to send what nobody wants. */
static bool take_body(request *self, const char *bytes, size_t size)
{
    const serve_settings *settings = self->server->settings;
    size_t capacity;
    char *grown;
    if (!self->wrong.status && size > settings->max_body - self->length)
        fault_set(&self->wrong, 413, NULL,
                  "the body has more than the %zu bytes that the server allows: send less, or start the server with a "
                  "higher --max-body",
                  settings->max_body);
    if (self->wrong.status) {
        drop_body(self);
        self->dropped += size;
        return self->dropped <= settings->max_body + MOST_DROPPED;
    }
    if (self->capacity - self->length < size) {
        if (atomic_load(&self->server->buffered) > BUFFERED + 8 * settings->max_body) {
            fault_set(&self->wrong, 429, NULL, "the server holds too many unfinished requests: try again in a second");
            return drop_body(self), true;
        }
        capacity = self->length + size > 2 * self->capacity ? self->length + size : 2 * self->capacity;
        grown = realloc(self->body, capacity);
        if (!grown)
            return fault_set(&self->wrong, 503, NULL, "the server has no memory left: try again later");
        atomic_fetch_add(&self->server->buffered, capacity - self->capacity);
        self->body = grown;
        self->capacity = capacity;
    }
    memcpy(self->body + self->length, bytes, size);
    self->length += size;
    return true;
}

/* ---- Requests ---- */

static const char *known_method(const char *method)
{
    static const char *const known[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], method) == 0)
            return known[i];
    return "OTHER";
}

static request *begin_request(http *self, struct MHD_Connection *connection, const char *path, const char *method)
{
    request *made = cli_new(1, sizeof *made);
    made->http = self;
    made->holders = 1;
    made->server = self->server;
    made->connection = connection;
    made->begun = cli_seconds();
    made->method = known_method(method);
    made->debt = link_of(connection) ? link_of(connection)->debt : 0;
    pthread_mutex_init(&made->lock, NULL);
    cli_account_begin(&made->account, self->server->settings->max_memory);
    if (!check_framing(made, connection))
        return made;
    made->route = find_route(path, method, &made->wrong);
    check_headers(made, connection);
    return made;
}

static void free_request(request *self)
{
    while (self->query) {
        variable *next = self->query->next;
        free(self->query->name);
        free(self->query->value);
        free(self->query);
        self->query = next;
    }
    if (self->capacity)
        drop_body(self);
    free(self->out.bytes);
    free(self->stream.bytes);
    pthread_mutex_destroy(&self->lock);
    free(self);
}

void http_release(request *self)
{
    if (atomic_fetch_sub(&self->holders, 1) == 1)
        free_request(self);
}

/* The body is complete: queues the request, or answers at once. */
static enum MHD_Result finish_request(request *self, struct MHD_Connection *connection)
{
    server *of = self->server;
    if (!self->wrong.status && !self->route->works)
        self->route->run(self);
    if (self->wrong.status || !self->route->works)
        return send_answer(self, connection);
    atomic_fetch_add(&of->pending, 1);
    self->counted = true;
    self->state = REQUEST_QUEUED;
    if (self->events) {
        self->state = REQUEST_SENT;
        self->waiting = false;
        return work_submit(of, self) ? send_stream(self, connection)
                                     : (self->events = false, send_answer(self, connection));
    }
    allow(self->http, connection, INFINITY, 0);
    lib.MHD_suspend_connection(connection); /* before a worker can resume it */
    if (work_submit(of, self))
        return MHD_YES;
    self->state = REQUEST_DONE;
    lib.MHD_resume_connection(connection);
    return MHD_YES;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **state)
{
    http *self = context;
    request *asked = *state;
    (void)version;
    if (!asked) {
        asked = *state = begin_request(self, connection, path, method);
        note_idle(self, connection, INFINITY);
        allow(self, connection, asked->begun, 0);
        /* a body that is far too long, or whose end is not sure, is not waited for */
        if (asked->close || (asked->wrong.status && declared_length(connection) > MOST_DROPPED))
            return send_answer(asked, connection);
        return MHD_YES;
    }
    if (*upload_size) {
        bool go_on = take_body(asked, upload, *upload_size);
        allow(self, connection, asked->begun, asked->length + asked->dropped);
        *upload_size = 0;
        return go_on ? MHD_YES : MHD_NO;
    }
    if (asked->state == REQUEST_READING)
        return finish_request(asked, connection);
    if (asked->state == REQUEST_DONE)
        return send_answer(asked, connection);
    return MHD_YES;
}

static void complete(void *context, struct MHD_Connection *connection, void **state,
                     enum MHD_RequestTerminationCode code)
{
    http *self = context;
    request *done = *state;
    /* libmicrohttpd closes it when it is idle for so long; one that sends a header byte by byte is closed by the sweep */
    allow(self, connection, cli_seconds() + self->server->settings->idle_timeout, 0);
    note_idle(self, connection, cli_seconds());
    if (!done)
        return;
    if (code != MHD_REQUEST_TERMINATED_COMPLETED_OK && done->status == 0)
        done->status = 499; /* the client went away */
    if (done->status) {
        metrics_count(self->server, done);
        log_request(self->server, done);
    }
    if (link_of(connection)) {
        double spent = atomic_load(&done->abandoned) ? self->server->settings->max_time : done->spent;
        link_of(connection)->debt = spent > 0 ? done->debt / 2 + spent : done->debt;
    }
    if (done->counted)
        atomic_fetch_sub(&self->server->pending, 1);
    *state = NULL;
    http_release(done);
}

/* ---- Connections ---- */

static void notice(void *context, struct MHD_Connection *connection, void **state,
                   enum MHD_ConnectionNotificationCode code)
{
    http *self = context;
    peer_link *mine = *state;
    pthread_mutex_lock(&self->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *about =
            lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        mine = *state = cli_new(1, sizeof *mine);
        mine->socket = about ? about->connect_fd : -1;
        mine->idle_since = cli_seconds();
        mine->deadline = mine->idle_since + self->server->settings->idle_timeout;
        mine->after = self->links;
        if (self->links)
            self->links->before = mine;
        self->links = mine;
        atomic_fetch_add(&self->server->connections, 1);
    } else if (mine) {
        if (mine->before)
            mine->before->after = mine->after;
        else
            self->links = mine->after;
        if (mine->after)
            mine->after->before = mine->before;
        free(mine);
        *state = NULL;
        atomic_fetch_sub(&self->server->connections, 1);
    }
    pthread_mutex_unlock(&self->lock);
}

static int hex_digit(char byte)
{
    const char *digits = "0123456789abcdef", *at = byte ? strchr(digits, tolower((unsigned char)byte)) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Decodes %XX in a path or argument. %00 stays as it is: the text would end there, and "/healthz%00x" be "/healthz". */
static size_t unescape(void *context, struct MHD_Connection *connection, char *text)
{
    char *to = text;
    (void)context, (void)connection;
    for (const char *at = text; *at; at++) {
        int high = *at == '%' ? hex_digit(at[1]) : -1, low = high >= 0 ? hex_digit(at[2]) : -1;
        if (low >= 0 && (high || low)) {
            *to++ = (char)(high * 16 + low);
            at += 2;
        } else {
            *to++ = *at;
        }
    }
    *to = 0;
    return (size_t)(to - text);
}

/* libmicrohttpd reports what clients do wrong, with parts of what they sent: not for the log. */
static void report(void *context, const char *format, va_list arguments)
{
    (void)context;
    (void)format;
    (void)arguments;
}

bool http_open(server *of, int socket, size_t index)
{
    const serve_settings *settings = of->settings;
    http *self;
    if (!lib.MHD_start_daemon && !mhd_load(&lib))
        return false;
    self = cli_new(1, sizeof *self);
    self->server = of;
    pthread_mutex_init(&self->lock, NULL);
    self->daemon = lib.MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        handle, self, MHD_OPTION_EXTERNAL_LOGGER, report, self, MHD_OPTION_LISTEN_SOCKET, socket,
        MHD_OPTION_NOTIFY_COMPLETED, complete, self, MHD_OPTION_NOTIFY_CONNECTION, notice, self,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)settings->connections, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)settings->idle_timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(64 << 10),
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        (unsigned)(of->loopback ? 0 : settings->connections - settings->connections / 4), MHD_OPTION_END);
    if (!self->daemon) {
        cli_say(CLI_FAILED, "cannot start the server: %s", strerror(errno));
        free(self);
        return false;
    }
    of->http[index] = self;
    return true;
}

void http_quiet(http *self)
{
    MHD_socket listening = lib.MHD_quiesce_daemon(self->daemon);
    if (listening != MHD_INVALID_SOCKET)
        close(listening);
}

void http_close(http *self)
{
    if (!self)
        return;
    lib.MHD_stop_daemon(self->daemon);
    pthread_mutex_destroy(&self->lock);
    free(self);
}
