/* http.h - a stand-in for libmicrohttpd that drives the server's own handlers in this process, for the fuzz target http. */
#pragma once

#include "fuzz.h"

enum { FAKE_MOST_HEADERS = 32 };

typedef struct fake_header {
    char *name, *value;
} fake_header;

/* What a client got. */
typedef struct fake_answer {
    bool closed; /* the server closed the connection without an answer */
    unsigned status;
    char *body; /* [length] and a 0 */
    size_t length;
    fake_header header[FAKE_MOST_HEADERS];
    size_t headers;
} fake_answer;

/* Sends the request in `bytes` through the daemon that the server started, and waits for the answer.
 *
 *     METHOD /path?name=value&name=value
 *     Header: value
 *
 *     body
 *
 * Lines end with \n alone. Two headers are for the stand-in: "X-Chunk: N" hands the body over in pieces of N bytes, and "X-Cut: N"
 * closes the connection after N bytes of the body. Returns false where the bytes are no such request. */
bool fake_send(const uint8_t *bytes, size_t length, fake_answer *answer);
const char *fake_find(const fake_answer *answer, const char *name);
void fake_free(fake_answer *answer);

/* Does what the server has queued, in this thread. */
struct server;
void fake_work(struct server *of);
/* Set by the target: where the work of a suspended connection is. */
extern struct server *fake_server;

/* The target's: called with the server's `request` when its headers were read. */
void fake_begun(void *state, const uint8_t *bytes, size_t length);

/* The value of a header of a request in that form; NULL for none. Ends at a line end. */
const char *fake_request_header(const uint8_t *bytes, size_t length, const char *name);
/* Where the body of a request in that form begins; `length` where it has none. */
size_t fake_body(const uint8_t *bytes, size_t length);
