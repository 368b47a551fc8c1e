/* http_fake.c - a stand-in for libmicrohttpd: calls the server's handlers as the library does, without sockets. */
#include "http.h"
#include "mhd.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct MHD_Daemon {
    MHD_AccessHandlerCallback handle;
    MHD_RequestCompletedCallback complete;
    MHD_NotifyConnectionCallback notice;
    void *handle_context, *complete_context, *notice_context;
};

struct MHD_Connection {
    fake_header header[FAKE_MOST_HEADERS], argument[FAKE_MOST_HEADERS];
    size_t headers, arguments;
    bool suspended;
    struct MHD_Response *response;
    unsigned status;
    void *context; /* of the socket */
    union MHD_ConnectionInfo about;
};

struct MHD_Response {
    size_t users, length;
    char *bytes;
    bool owned;
    MHD_ContentReaderCallback read;
    void *context;
    fake_header header[FAKE_MOST_HEADERS];
    size_t headers;
};

static struct MHD_Daemon the_daemon;
struct server *fake_server;

/* ---- What the server calls ---- */

static struct MHD_Daemon *start(unsigned flags, uint16_t port, MHD_AcceptPolicyCallback policy, void *policy_context,
                                MHD_AccessHandlerCallback handle, void *context, ...)
{
    va_list options;
    int option;
    (void)flags, (void)port, (void)policy, (void)policy_context;
    the_daemon = (struct MHD_Daemon){.handle = handle, .handle_context = context};
    va_start(options, context);
    while ((option = va_arg(options, int)) != MHD_OPTION_END)
        switch (option) {
        case MHD_OPTION_EXTERNAL_LOGGER:
            (void)va_arg(options, MHD_LogCallback);
            (void)va_arg(options, void *);
            break;
        case MHD_OPTION_UNESCAPE_CALLBACK:
            (void)va_arg(options, size_t(*)(void *, struct MHD_Connection *, char *));
            (void)va_arg(options, void *);
            break;
        case MHD_OPTION_NOTIFY_COMPLETED:
            the_daemon.complete = va_arg(options, MHD_RequestCompletedCallback);
            the_daemon.complete_context = va_arg(options, void *);
            break;
        case MHD_OPTION_NOTIFY_CONNECTION:
            the_daemon.notice = va_arg(options, MHD_NotifyConnectionCallback);
            the_daemon.notice_context = va_arg(options, void *);
            break;
        case MHD_OPTION_CONNECTION_MEMORY_LIMIT:
            (void)va_arg(options, size_t);
            break;
        default: /* the others that the server gives are ints */
            (void)va_arg(options, int);
        }
    va_end(options);
    return &the_daemon;
}

static void stop(struct MHD_Daemon *daemon)
{
    (void)daemon;
}

static MHD_socket quiesce(struct MHD_Daemon *daemon)
{
    (void)daemon;
    return MHD_INVALID_SOCKET;
}

static void suspend(struct MHD_Connection *connection)
{
    CHECK(!connection->suspended);
    connection->suspended = true;
}

static void resume(struct MHD_Connection *connection)
{
    CHECK(connection->suspended);
    connection->suspended = false;
}

static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response)
{
    CHECK(!connection->response); /* one answer for each request */
    CHECK(!connection->suspended);
    connection->response = response;
    connection->status = status;
    response->users++;
    return MHD_YES;
}

static struct MHD_Response *from_buffer(size_t size, void *bytes, enum MHD_ResponseMemoryMode mode)
{
    struct MHD_Response *made = calloc(1, sizeof *made);
    CHECK(made);
    *made = (struct MHD_Response){.users = 1, .length = size, .bytes = bytes, .owned = mode == MHD_RESPMEM_MUST_FREE};
    return made;
}

static struct MHD_Response *from_callback(uint64_t size, size_t block, MHD_ContentReaderCallback read, void *context,
                                          MHD_ContentReaderFreeCallback release)
{
    struct MHD_Response *made = from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    CHECK(size == MHD_SIZE_UNKNOWN && block > 0 && !release);
    made->read = read;
    made->context = context;
    return made;
}

static enum MHD_Result add_header(struct MHD_Response *response, const char *name, const char *value)
{
    CHECK(response->headers < FAKE_MOST_HEADERS);
    CHECK(!strpbrk(value, "\r\n") && !strpbrk(name, "\r\n: ")); /* nothing of a request can add a header */
    response->header[response->headers++] = (fake_header){strdup(name), strdup(value)};
    return MHD_YES;
}

static void destroy(struct MHD_Response *response)
{
    if (--response->users)
        return;
    for (size_t i = 0; i < response->headers; i++) {
        free(response->header[i].name);
        free(response->header[i].value);
    }
    if (response->owned)
        free(response->bytes);
    free(response);
}

static int get_values(struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIterator take, void *to)
{
    bool headers = kind == MHD_HEADER_KIND;
    const fake_header *row = headers ? connection->header : connection->argument;
    size_t count = headers ? connection->headers : connection->arguments;
    for (size_t i = 0; i < count; i++)
        if (take(to, kind, row[i].name, row[i].value) != MHD_YES)
            break;
    return (int)count;
}

static const char *lookup(struct MHD_Connection *connection, enum MHD_ValueKind kind, const char *name)
{
    CHECK(kind == MHD_HEADER_KIND);
    for (size_t i = 0; i < connection->headers; i++)
        if (strcasecmp(connection->header[i].name, name) == 0)
            return connection->header[i].value;
    return NULL;
}

static enum MHD_Result lookup_n(struct MHD_Connection *connection, enum MHD_ValueKind kind, const char *name,
                                size_t length, const char **value, size_t *size)
{
    CHECK(length == strlen(name));
    *value = lookup(connection, kind, name);
    *size = *value ? strlen(*value) : 0;
    return *value ? MHD_YES : MHD_NO;
}

static const union MHD_ConnectionInfo *get_info(struct MHD_Connection *connection, enum MHD_ConnectionInfoType type,
                                                ...)
{
    if (type == MHD_CONNECTION_INFO_SOCKET_CONTEXT)
        connection->about.socket_context = connection->context;
    else
        connection->about.connect_fd = -1;
    return &connection->about;
}

bool mhd_load(mhd *functions)
{
    *functions = (mhd){.MHD_start_daemon = start,
                       .MHD_stop_daemon = stop,
                       .MHD_quiesce_daemon = quiesce,
                       .MHD_suspend_connection = suspend,
                       .MHD_resume_connection = resume,
                       .MHD_queue_response = queue,
                       .MHD_create_response_from_buffer = from_buffer,
                       .MHD_create_response_from_callback = from_callback,
                       .MHD_add_response_header = add_header,
                       .MHD_destroy_response = destroy,
                       .MHD_get_connection_values = get_values,
                       .MHD_lookup_connection_value_n = lookup_n,
                       .MHD_get_connection_info = get_info};
    return true;
}

/* ---- Requests ---- */

/* A text that ends at the first 0, as C strings do. */
static char *copy(const char *text, size_t length)
{
    char *made = strndup(text, length);
    CHECK(made);
    return made;
}

/* Decodes %XX and '+', in place. */
static void decode(char *text)
{
    char *to = text;
    for (const char *at = text; *at; at++) {
        unsigned value;
        if (*at == '%' && isxdigit((unsigned char)at[1]) && isxdigit((unsigned char)at[2]) &&
            sscanf(at + 1, "%2x", &value) == 1) {
            *to++ = (char)value;
            at += 2;
        } else {
            *to++ = (char)(*at == '+' ? ' ' : *at);
        }
    }
    *to = 0;
}

static void parse_query(struct MHD_Connection *into, char *query)
{
    char *rest = query, *each;
    while (into->arguments < FAKE_MOST_HEADERS && (each = strsep(&rest, "&"))) {
        char *equals = strchr(each, '=');
        fake_header *made = &into->argument[into->arguments++];
        if (equals)
            *equals = 0;
        made->name = copy(each, strlen(each));
        made->value = equals ? copy(equals + 1, strlen(equals + 1)) : NULL;
        decode(made->name);
        if (made->value)
            decode(made->value);
    }
}

size_t fake_body(const uint8_t *bytes, size_t length)
{
    const uint8_t *found = memmem(bytes, length, "\n\n", 2);
    return found ? (size_t)(found - bytes) + 2 : length;
}

const char *fake_request_header(const uint8_t *bytes, size_t length, const char *name)
{
    const char *at = (const char *)bytes, *end = at + fake_body(bytes, length);
    size_t size = strlen(name);
    while ((at = memchr(at, '\n', (size_t)(end - at)))) {
        at++;
        if ((size_t)(end - at) > size + 2 && strncasecmp(at, name, size) == 0 && at[size] == ':')
            return at + size + 1 + strspn(at + size + 1, " ");
    }
    return NULL;
}

/* Reads the first line and the headers. The path and the method are to be freed. */
static bool parse(struct MHD_Connection *into, const char *text, size_t length, char **method, char **path)
{
    const char *end = text + length, *line_end = memchr(text, '\n', length);
    const char *space = line_end ? memchr(text, ' ', (size_t)(line_end - text)) : NULL;
    char *query;
    if (!space || space == text)
        return false;
    *method = copy(text, (size_t)(space - text));
    *path = copy(space + 1, (size_t)(line_end - space - 1));
    if ((query = strchr(*path, '?'))) {
        *query = 0;
        parse_query(into, query + 1);
    }
    decode(*path);
    for (const char *at = line_end + 1; at < end && into->headers < FAKE_MOST_HEADERS; at = line_end + 1) {
        const char *colon;
        line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end ? line_end : end;
        colon = memchr(at, ':', (size_t)(line_end - at));
        if (!colon)
            continue;
        into->header[into->headers].name = copy(at, (size_t)(colon - at));
        for (colon++; colon < line_end && *colon == ' ';)
            colon++;
        into->header[into->headers++].value = copy(colon, (size_t)(line_end - colon));
    }
    return true;
}

static void free_rows(fake_header *row, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(row[i].name);
        free(row[i].value);
    }
}

/* ---- A request from its first byte to its last ---- */

static void wait_until_resumed(const struct MHD_Connection *connection)
{
    if (connection->suspended)
        fake_work(fake_server);
    CHECK(!connection->suspended);
}

static size_t number(struct MHD_Connection *connection, const char *name, size_t absent)
{
    const char *text = lookup(connection, MHD_HEADER_KIND, name);
    return text ? (size_t)strtoul(text, NULL, 10) : absent;
}

/* Calls the handler until an answer is queued. False where the connection ends before. */
static bool talk(struct MHD_Connection *connection, const char *method, const char *path, const uint8_t *bytes,
                 size_t begin, size_t end, void **state)
{
    size_t piece = number(connection, "X-Chunk", 4096), cut = number(connection, "X-Cut", SIZE_MAX), size = 0;
    size_t given = 0;
    const struct MHD_Daemon *to = &the_daemon;
    const char *body = (const char *)bytes + begin;
    size_t length = end - begin;
    piece = piece ? piece : 1;
    if (to->handle(to->handle_context, connection, path, method, "HTTP/1.1", NULL, &size, state) != MHD_YES)
        return false;
    fake_begun(*state, bytes, end);
    while (given < length && !connection->response) {
        if (given >= cut)
            return false;
        size = length - given < piece ? length - given : piece;
        given += size;
        if (to->handle(to->handle_context, connection, path, method, "HTTP/1.1", body + given - size, &size, state) !=
            MHD_YES)
            return false;
        CHECK(size == 0);
    }
    while (!connection->response) {
        size = 0;
        if (to->handle(to->handle_context, connection, path, method, "HTTP/1.1", NULL, &size, state) != MHD_YES)
            return false;
        wait_until_resumed(connection);
    }
    return true;
}

/* Reads all bytes of the answer. */
static void receive(struct MHD_Connection *connection, fake_answer *answer)
{
    struct MHD_Response *response = connection->response;
    char block[1 << 14];
    answer->status = connection->status;
    answer->body = malloc(response->length + 1);
    CHECK(answer->body);
    if (response->length)
        memcpy(answer->body, response->bytes, response->length);
    answer->length = response->length;
    while (response->read) {
        ssize_t got;
        wait_until_resumed(connection);
        got = response->read(response->context, answer->length, block, sizeof block);
        CHECK(got >= MHD_CONTENT_READER_END_OF_STREAM);
        if (got < 0)
            break;
        answer->body = realloc(answer->body, answer->length + (size_t)got + 1);
        CHECK(answer->body);
        memcpy(answer->body + answer->length, block, (size_t)got);
        answer->length += (size_t)got;
    }
    answer->body[answer->length] = 0;
    memcpy(answer->header, response->header, sizeof answer->header);
    answer->headers = response->headers;
    response->headers = 0;
}

bool fake_send(const uint8_t *bytes, size_t length, fake_answer *answer)
{
    struct MHD_Connection connection = {.suspended = false};
    const struct MHD_Daemon *to = &the_daemon;
    size_t begin = fake_body(bytes, length);
    char *method = NULL, *path = NULL;
    void *state = NULL;
    bool answered;
    *answer = (fake_answer){.body = NULL};
    if (!parse(&connection, (const char *)bytes, begin, &method, &path))
        return false;
    to->notice(to->notice_context, &connection, &connection.context, MHD_CONNECTION_NOTIFY_STARTED);
    answered = talk(&connection, method, path, bytes, begin, length, &state);
    if (answered)
        receive(&connection, answer);
    answer->closed = !answered;
    to->complete(to->complete_context, &connection, &state,
                 answered ? MHD_REQUEST_TERMINATED_COMPLETED_OK : MHD_REQUEST_TERMINATED_CLIENT_ABORT);
    CHECK(!state);
    to->notice(to->notice_context, &connection, &connection.context, MHD_CONNECTION_NOTIFY_CLOSED);
    CHECK(!connection.context);
    if (connection.response)
        destroy(connection.response);
    free_rows(connection.header, connection.headers);
    free_rows(connection.argument, connection.arguments);
    free(method);
    free(path);
    return true;
}

const char *fake_find(const fake_answer *answer, const char *name)
{
    for (size_t i = 0; i < answer->headers; i++)
        if (strcasecmp(answer->header[i].name, name) == 0)
            return answer->header[i].value;
    return NULL;
}

void fake_free(fake_answer *answer)
{
    free_rows(answer->header, answer->headers);
    free(answer->body);
}
