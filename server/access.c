/* access.c - who may ask: names of hosts, origins of pages, the token.
 *
 * A page of another site can make a browser send requests to the loopback, and by its own name (DNS rebinding) even read the answers.
 * So a server on the loopback answers only requests that call it by a name of the loopback or of --host, and no request that a page
 * of another origin sent. */
#include "server.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* The length of the host's name in "name:port" or "[::1]:port". */
static size_t name_length(const char *host)
{
    const char *bracket = host[0] == '[' ? strchr(host, ']') : NULL;
    return bracket ? (size_t)(bracket + 1 - host) : strcspn(host, ":");
}

static bool is_name(const char *host, size_t length, const char *name)
{
    return strlen(name) == length && strncasecmp(host, name, length) == 0;
}

bool access_is_name(const char *name)
{
    return *name && name_length(name) == strlen(name) && !strpbrk(name, "/ ");
}

static bool is_listed(const server *self, const char *host)
{
    size_t length = name_length(host);
    for (int i = 0; i < self->settings->hosts.count; i++)
        if (is_name(host, length, self->settings->hosts.text[i]))
            return true;
    return false;
}

static bool is_loopback(const char *host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    size_t length = name_length(host);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_name(host, length, names[i]))
            return true;
    return false;
}

static bool check_host(const server *self, const char *host, fault *wrong)
{
    if (!host || !*host)
        return fault_set(wrong, 400, NULL, "the request has no Host header");
    if ((!self->loopback && self->settings->hosts.count == 0) || is_listed(self, host))
        return true;
    if (self->loopback && is_loopback(host))
        return true;
    return fault_set(wrong, 403, NULL,
                     "the Host header names another host: call the server by a name of the loopback, or start it with "
                     "--host NAME");
}

/* The origin must be the server itself, or a host of --host. */
static bool check_origin(const server *self, const char *host, const char *origin, fault *wrong)
{
    const char *authority = NULL;
    if (!origin)
        return true;
    if (strncmp(origin, "http://", 7) == 0)
        authority = origin + 7;
    else if (strncmp(origin, "https://", 8) == 0)
        authority = origin + 8;
    if (authority && (strcasecmp(authority, host) == 0 || is_listed(self, authority)))
        return true;
    return fault_set(wrong, 403, NULL, "requests from pages of another origin are refused");
}

/* The time does not depend on where the texts differ. */
static bool is_token(const server *self, const char *given)
{
    size_t length = strlen(given);
    unsigned char differ = length != self->token_length;
    for (size_t i = 0; i < self->token_length; i++)
        differ |= (unsigned char)(self->token[i] ^ given[length ? i % length : 0]);
    return !differ;
}

bool access_check(const server *self, const route *to, const char *host, const char *origin, const char *authorization,
                  fault *wrong)
{
    static const char scheme[] = "Bearer ";
    if (!check_host(self, host, wrong) || !check_origin(self, host, origin, wrong))
        return false;
    if (!self->token_length || (to && to->free))
        return true;
    if (authorization && strncasecmp(authorization, scheme, sizeof scheme - 1) == 0 &&
        is_token(self, authorization + sizeof scheme - 1))
        return true;
    return fault_set(wrong, 401, NULL,
                     authorization ? "the token is wrong"
                                   : "this server needs a token: send Authorization: Bearer TOKEN");
}

int access_read_token(server *self, const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat about;
    size_t length;
    if (!file)
        return cli_say(CLI_FAILED, "--token-file %s: cannot open: %s", path, strerror(errno));
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_mode & (S_IROTH | S_IWOTH)) {
        fclose(file);
        return cli_say(CLI_FAILED, "--token-file %s: all users can read or write it: chmod 600 it first", path);
    }
    length = fread(self->token, 1, sizeof self->token - 1, file);
    fclose(file);
    while (length > 0 &&
           (self->token[length - 1] == '\n' || self->token[length - 1] == '\r' || self->token[length - 1] == ' '))
        length--;
    self->token[length] = 0;
    self->token_length = length;
    for (size_t i = 0; i < length; i++)
        if (self->token[i] <= ' ' || self->token[i] >= 0x7F)
            return cli_say(CLI_FAILED, "--token-file %s: a token is printable ASCII without spaces", path);
    if (length < 16 || length == sizeof self->token - 1)
        return cli_say(CLI_FAILED, "--token-file %s: expected one token of 16 to %zu characters", path,
                       sizeof self->token - 2);
    return CLI_DONE;
}
