/* log.c - one line of JSON per request and per event of the server. A line has nothing of what a request says: no body, no query, no
 * names of files, and of the path only the route. */
#include "server.h"

#include <stdlib.h>
#include <time.h>

static void add_time(cli_buffer *line)
{
    struct timespec now;
    struct tm parts;
    char text[64];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(text, sizeof text, "{\"time\":\"%Y-%m-%dT%H:%M:%S", &parts);
    cli_add_text(line, text);
    snprintf(text, sizeof text, ".%03ldZ\"", now.tv_nsec / 1000000);
    cli_add_text(line, text);
}

static void write_line(server *self, cli_buffer *line)
{
    cli_add(line, "}\n", 2);
    pthread_mutex_lock(&self->log_lock);
    fwrite(line->bytes, 1, line->length, self->log);
    fflush(self->log);
    pthread_mutex_unlock(&self->log_lock);
    free(line->bytes);
}

void log_request(server *self, const request *done)
{
    cli_buffer line = {.bytes = NULL};
    char text[160];
    if (self->settings->quiet)
        return;
    add_time(&line);
    snprintf(text, sizeof text, ",\"method\":\"%s\",\"route\":\"%s\",\"status\":%d,\"in\":%zu,\"out\":%zu,\"ms\":%.3f",
             done->method, done->route ? done->route->path : "-", done->status, done->length + done->dropped,
             done->sent, 1000 * (cli_seconds() - done->begun));
    cli_add_text(&line, text);
    write_line(self, &line);
}

void log_event(server *self, const char *event, const char *detail)
{
    cli_buffer line = {.bytes = NULL};
    add_time(&line);
    cli_add_text(&line, ",\"event\":");
    cli_add_json_string(&line, event);
    if (detail) {
        cli_add_text(&line, ",\"detail\":");
        cli_add_json_string(&line, detail);
    }
    write_line(self, &line);
}
