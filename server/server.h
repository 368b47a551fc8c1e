/* server/server.h - the parts of `knap serve`.
 *
 *     connection -> headers checked, body collected (http.c) -> queue (work.c) -> route (routes.c) -> answer -> connection
 *
 * Threads: libmicrohttpd's thread reads and writes connections and never computes; a connection whose request is queued or worked
 * on is suspended. Workers compute and never wait for a connection. One thread watches the time (work.c), and the main thread waits for
 * signals (serve.c). */
#pragma once

#include "cli.h"

#include <pthread.h>

/* ---- Settings (cli/cmd_serve.c) ---- */

typedef struct serve_settings {
    const char *listen, *unix_path, *token_file, *log;
    const char *tokenizer; /* FILE or SCHEME:FILE; NULL: requests cannot count tokens */
    cli_texts models;      /* NAME=FILE, or FILE */
    cli_texts hosts;       /* names by which a reverse proxy or clients call the server, besides the loopback's */
    size_t jobs, queue, connections, max_body, max_items, max_memory;
    double max_time, idle_timeout;
    bool quiet;
} serve_settings;

/* Runs the server until it is stopped by a signal. Returns an exit status. */
int serve_run(const serve_settings *settings);

/* ---- Faults ---- */

/* What is wrong with a request; status 0: nothing. */
typedef struct fault {
    int status;        /* of HTTP */
    char member[128];  /* of the request that is wrong; "" for none */
    char message[640]; /* what is wrong and what to do */
    char file[256];    /* the label of a file; "" for none */
    size_t line;
} fault;

/* Sets the fault unless there is one already; returns false. `member` may be NULL. */
bool fault_set(fault *self, int status, const char *member, const char *format, ...) KNAP_PRINTF(4, 5);
/* {"error":{...}} and a line end. */
void fault_write(const fault *self, cli_buffer *out);

/* ---- Members of requests (members.c) ---- */

typedef enum member_type { MEMBER_TEXT, MEMBER_COUNT, MEMBER_REAL, MEMBER_FLAG, MEMBER_JSON } member_type;

/* A member of a request's JSON object: a row of a table. The struct that it is read into has the defaults already. */
typedef struct member_row {
    const char *name; /* NULL ends a table */
    member_type type;
    size_t offset;      /* of the field: const char *, size_t, double, bool, json_t * */
    const char *help;   /* for /openapi.json */
    const char *schema; /* MEMBER_JSON: its JSON schema */
} member_row;

/* Whether the table has a member of this name. */
bool members_has(const member_row *table, const char *name);
/* Reads an object. Texts and JSON are borrowed from it. A null is as good as absent; an unknown member is a fault. */
bool members_read(const member_row *table, const json_t *object, void *into, fault *wrong);
/* Adds a member that came as text, in a query string, to an object that members_read will read. */
bool members_add_text(const member_row *table, json_t *object, const char *name, const char *value, fault *wrong);
/* Reads JSON that must be an object. NULL where it is not, with a fault unless a limit was reached. */
json_t *members_parse(const char *bytes, size_t length, fault *wrong);
/* "a string", "a number": for messages. */
const char *members_kind(const json_t *value);

/* ---- Requests ---- */

typedef struct server server;
typedef struct request request;

/* An endpoint: a row of routes.c. */
typedef struct route {
    const char *method, *path;
    const char *summary;       /* for /openapi.json */
    bool free;                 /* needs no token */
    bool works;                /* a worker runs it; otherwise libmicrohttpd's thread does, and it must be quick */
    const char *const *types;  /* content types of the body, ending with NULL; NULL: there is no body */
    const member_row *members; /* of the body's JSON object, and of the query string; NULL: none */
    const char *required;      /* members that must be there, separated by commas; NULL: none */
    const char *instance;      /* the member with an instance, which may also be the body itself; NULL: none */
    const char *answer;        /* the content type of the answer */
    void (*run)(request *self);
} route;
extern const route routes[];
extern const size_t routes_count;

/* A part of a multipart body; the bytes are the body's. */
typedef struct part {
    char name[64], file[256], type[64]; /* "" where there is none */
    const char *bytes;
    size_t length;
} part;

/* A variable of the query string. */
typedef struct variable {
    char *name, *value;
    struct variable *next;
} variable;

typedef enum request_state { REQUEST_READING, REQUEST_QUEUED, REQUEST_DONE, REQUEST_SENT } request_state;

struct request {
    server *server;
    struct http *http;
    const route *route; /* NULL where the path is unknown */
    const char *method; /* static */
    void *connection;   /* libmicrohttpd's */
    request_state state;
    bool counted;       /* in server->pending */
    atomic_int holders; /* the connection, and the crew while it has the request; the last frees it */
    atomic_bool
        abandoned; /* answered when its time was over, although a worker has not ended it; wrong and out are the worker's */
    /* What came. */
    char type[192]; /* content type, without parameters, in lower case; `boundary` of multipart */
    char boundary[80];
    char *body;
    size_t length, capacity;
    size_t dropped; /* bytes of a body that is not wanted */
    variable *query;
    bool events; /* the answer is a stream of events */
    bool close;  /* where the request ends cannot be told for sure: the connection ends with the answer */
    /* Work. */
    knap_languages *languages; /* of the worker; NULL: none */
    cli_account account;
    double begun, deadline;
    fault wrong;
    request *next; /* in the queue */
    size_t level;  /* how often it had used its slice of time; this and what follows is the crew's (work.c) */
    double debt;   /* CPU time of the last requests of the connection, each before counts half as much as the next */
    double spent;  /* CPU time of this one */
    bool again;    /* it is stopped, to begin again later */
    long reader;   /* the process that reads a file of it; 0: none */
    double read;   /* CPU time of those before */
    /* The answer: `out` unless `wrong` has a status. `fixed` is static and takes the place of `out`. */
    int status;
    const char *out_type;
    cli_buffer out;
    const char *fixed;
    size_t fixed_length;
    size_t sent;
    /* Events: those that were not sent yet. */
    pthread_mutex_t lock;
    cli_buffer stream;
    size_t streamed;
    bool waiting, ended;
    double told; /* when progress was last told */
};

/* The run of library calls: the request's allocator, one thread, progress told, cancelled when the time is over. */
knap_run request_run(request *self);
/* Tells how far the work is, to those who asked for events. */
void request_progress(request *self, const char *stage, double fraction);
/* Sets the fault for an error of the library. `bad_input` is the status for input that was read but cannot be used. */
bool request_fail(request *self, const knap_error *error, const char *member, int bad_input);
/* Sets a fault that says that the time is over. */
bool request_late(const request *self, fault *wrong);
/* Sets the fault for a limit that was reached: the time, the memory of the request, or that of the machine. */
bool request_exceeded(request *self);
/* Whether settings are in the ranges of their table. The fault names the member: the row's name, with '_' for '-'. */
bool request_check(request *self, const knap_param *table, const void *settings);
/* From now on the memory for the answer is not limited: what it holds was made within the limit. */
void request_write(request *self);
/* Puts a JSON object and a line end into the answer. */
void request_answer(request *self, json_t *object);
/* Reads the body's JSON object, the part `request` of a multipart body, or the query string. The object must be freed. The fields
 * have their defaults. *parts [*count] (NULL: none are allowed) are the other parts, to be freed. */
json_t *request_read(request *self, void *into, part **parts, size_t *count);
/* The parts of a multipart body. False with a fault where it is broken. */
bool multipart_read(const request *self, part **parts, size_t *count, fault *wrong);

/* ---- Models (models.c) ---- */

typedef struct model {
    const char *name;
    knap_summarizer *summarizer; /* NULL: a model of items */
    knap_model *items;           /* NULL: a summarizer */
    atomic_size_t users;
} model;

typedef struct models models;
/* Loads the models; returns an exit status. */
int models_open(models **self, const cli_texts *files);
void models_close(models *self);
/* Loads the files again. A file that is wrong is logged, and its old model stays. */
void models_reload(models *self, server *of);
/* Borrows the model of that name (NULL: the default); NULL for none. Give it back with models_release. */
model *models_acquire(models *self, const char *name);
void models_release(model *borrowed);
size_t models_count(const models *self);
const char *models_name(const models *self, size_t index);

/* ---- The server ---- */

typedef struct counter {
    atomic_size_t count, errors; /* requests; those with a status of 400 or more */
    atomic_size_t bytes_in, bytes_out;
    atomic_size_t microseconds;
} counter;

struct server {
    const serve_settings *settings;
    models *models;
    const knap_tokenizer *tokenizer; /* of all requests; NULL: none */
    knap_apart *apart;               /* reads files in foreign formats; NULL: the workers do */
    char token[256];                 /* "" for none */
    size_t token_length;
    bool loopback; /* all addresses are the loopback's or a file's: foreign names of hosts are refused */
    FILE *log;
    pthread_mutex_t log_lock;
    atomic_bool stopping;
    atomic_bool exhausted;  /* the machine had no memory left: see work.c */
    atomic_size_t pending;  /* requests that are queued, worked on, or being answered */
    atomic_size_t buffered; /* bytes of bodies */
    double started;
    /* Metrics. */
    counter *counters;        /* [routes_count + 1] the last for unknown paths */
    atomic_size_t status[6];  /* answers by the hundreds of their status */
    atomic_size_t refused;    /* because the queue was full */
    atomic_size_t bucket[16]; /* durations, see metrics.c */
    atomic_size_t reloads, reload_errors, connections;
    /* Work: see work.c. */
    struct crew *crew;
    _Atomic(struct http *) http[2]; /* by address; NULL: none. The watch reads it while they are opened */
};

/* Starts the workers and the watch. */
bool work_begin(server *self);
/* Queues a request; false, with a fault, where the queue is full or the server stops. */
bool work_submit(server *self, request *asked);
/* To be called with the number of the process that begins to read a file of the request, and with 0 at its end. */
void work_reads(request *asked, long process);
/* Ends the workers; what they work on is finished first. */
void work_end(server *self);
void work_state(const server *self, size_t *queued, size_t *busy);
/* Whether new work should go elsewhere: the queue is full, or its first request has waited for a second. */
bool work_is_stuck(const server *self);

/* libmicrohttpd (http.c). */
typedef struct http http;
/* Opens a daemon on a listening socket, as number `index` of self->http; false, after a message, where that fails. */
bool http_open(server *self, int socket, size_t index);
/* Accepts no more connections. */
void http_quiet(http *self);
void http_close(http *self);
/* Closes the connections of clients that are too slow. Called by the watch. */
void http_sweep(http *self);
/* Called by workers when a request has events to send, or is done (`ended`): then the request is no longer theirs. */
void http_resume(request *self, bool ended);
/* Answers that the time is over, while a worker still has the request. */
void http_abandon(request *self);
/* The crew needs the request no longer. */
void http_release(request *self);

/* Whether a request may be served: host, origin, token (access.c). The strings may be NULL. */
bool access_check(const server *self, const route *to, const char *host, const char *origin, const char *authorization,
                  fault *wrong);
/* Whether a text can be the name of a host in a Host header: it is not empty and has no port. */
bool access_is_name(const char *name);
/* Reads the token; returns an exit status. */
int access_read_token(server *self, const char *path);

/* One line of JSON per request (log.c). */
void log_request(server *self, const request *done);
/* A line for an event of the server itself. */
void log_event(server *self, const char *event, const char *detail);

/* The content security policy of the page (cmake/page_policy.cmake). */
extern const char serve_page_policy[];

/* Metrics (metrics.c). */
void metrics_count(server *self, const request *done);
void metrics_write(const server *self, cli_buffer *out);

/* Endpoints, one file each. */
void route_page(request *self), route_icon(request *self), route_health(request *self), route_ready(request *self);
void route_metrics(request *self), route_models(request *self), route_openapi(request *self);
void route_summarize(request *self), route_pack(request *self), route_rouge(request *self);
extern const member_row summarize_members[], pack_members[], rouge_members[];
