/* parcel.c - the bytes of messages between processes: counts and numbers of eight bytes, the lowest first, and texts with their
 * length. They do not depend on the machine. */
#include "team.h"

#include <stdlib.h>
#include <string.h>

void cli_put_count(cli_buffer *to, uint64_t value)
{
    char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(unsigned char)(value >> 8 * i & 0xFF);
    cli_add(to, bytes, sizeof bytes);
}

void cli_put_real(cli_buffer *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    cli_put_count(to, bits);
}

void cli_put_bytes(cli_buffer *to, const char *bytes, size_t length)
{
    cli_put_count(to, length);
    cli_add(to, bytes ? bytes : "", length);
}

void cli_put_error(cli_buffer *to, const knap_error *error)
{
    cli_put_count(to, (uint64_t)error->status);
    cli_put_count(to, error->line);
    cli_put_bytes(to, error->file, strlen(error->file));
    cli_put_bytes(to, error->message, strlen(error->message));
}

/* The next bytes. A message that ends too early is not from this program. */
static const char *take(cli_parcel *from, size_t length)
{
    const char *at = from->at;
    if (length > from->left)
        exit(cli_say(CLI_FAILED, "a message of another process is not complete: do all processes run the same knap?"));
    from->at += length;
    from->left -= length;
    return at;
}

uint64_t cli_take_count(cli_parcel *from)
{
    const unsigned char *bytes = (const unsigned char *)take(from, 8);
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

double cli_take_real(cli_parcel *from)
{
    uint64_t bits = cli_take_count(from);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

const char *cli_take_bytes(cli_parcel *from, size_t *length)
{
    uint64_t wanted = cli_take_count(from);
    *length = wanted <= from->left ? (size_t)wanted : SIZE_MAX;
    return take(from, *length);
}

static void take_text(cli_parcel *from, char *text, size_t size)
{
    size_t length;
    const char *bytes = cli_take_bytes(from, &length);
    length = length < size ? length : size - 1;
    memcpy(text, bytes, length);
    text[length] = 0;
}

knap_error cli_take_error(cli_parcel *from)
{
    knap_error error = {.status = (knap_status)cli_take_count(from)};
    error.line = (size_t)cli_take_count(from);
    take_text(from, error.file, sizeof error.file);
    take_text(from, error.message, sizeof error.message);
    return error;
}
