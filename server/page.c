/* page.c - the page at /, one file without anything from elsewhere, and the content security policy that holds it to that: scripts and
 * styles are allowed by the hashes of the elements that the file has. */
#define _GNU_SOURCE /* memmem */
#include "server.h"
#include "sha256.h"

#include <stdlib.h>
#include <string.h>

extern const unsigned char serve_page[];
extern const size_t serve_page_length;

static char *policy;

const char *page_policy(void)
{
    return policy;
}

static void add_base64(cli_buffer *out, const unsigned char *bytes, size_t length)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16 | (unsigned)(i + 1 < length ? bytes[i + 1] : 0) << 8 |
                         (unsigned)(i + 2 < length ? bytes[i + 2] : 0);
        for (int k = 0; k < 4; k++)
            cli_add(out, i + (size_t)k > length ? "=" : &letters[group >> (18 - 6 * k) & 63], 1);
    }
}

/* The hash of each element <NAME ...>...</NAME>, as a source of the policy. */
static void add_sources(cli_buffer *out, const char *directive, const char *name)
{
    const char *at = (const char *)serve_page, *end = at + serve_page_length;
    char open[16], close[16];
    bool any = false;
    snprintf(open, sizeof open, "<%s", name);
    snprintf(close, sizeof close, "</%s>", name);
    cli_add_text(out, directive);
    while ((at = memmem(at, (size_t)(end - at), open, strlen(open)))) {
        const char *text = memchr(at, '>', (size_t)(end - at));
        const char *stop = text ? memmem(text, (size_t)(end - text), close, strlen(close)) : NULL;
        unsigned char hash[SHA256_LENGTH];
        if (!stop)
            break;
        sha256(text + 1, (size_t)(stop - text - 1), hash);
        cli_add_text(out, " 'sha256-");
        add_base64(out, hash, sizeof hash);
        cli_add_text(out, "'");
        any = true;
        at = stop;
    }
    cli_add_text(out, any ? "; " : " 'none'; ");
}

void page_make_policy(void)
{
    cli_buffer text = {.bytes = NULL};
    cli_add_text(&text, "default-src 'none'; ");
    add_sources(&text, "script-src", "script");
    add_sources(&text, "style-src", "style");
    cli_add_text(&text, "img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                        "frame-ancestors 'none'");
    cli_add(&text, "", 1);
    policy = text.bytes;
}

void route_page(request *self)
{
    self->fixed = (const char *)serve_page;
    self->fixed_length = serve_page_length;
}

void route_icon(request *self)
{
    self->status = 204;
}
