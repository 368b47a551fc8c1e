/* metrics.c - counts and durations, in the text format of Prometheus. */
#include "server.h"

#include <stdarg.h>
#include <string.h>

/* Upper limits of the buckets of durations, in seconds; the last bucket has none. */
static const double LIMITS[] = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30};
enum { BUCKETS = sizeof LIMITS / sizeof *LIMITS };

void metrics_count(server *self, const request *done)
{
    size_t index = done->route ? (size_t)(done->route - routes) : routes_count, bucket = 0;
    counter *mine = &self->counters[index];
    double seconds = cli_seconds() - done->begun;
    atomic_fetch_add(&mine->count, 1);
    atomic_fetch_add(&mine->errors, done->status >= 400);
    atomic_fetch_add(&mine->bytes_in, done->length + done->dropped);
    atomic_fetch_add(&mine->bytes_out, done->sent);
    atomic_fetch_add(&mine->microseconds, (size_t)(1e6 * seconds));
    atomic_fetch_add(&self->status[done->status / 100 < 6 ? done->status / 100 : 0], 1);
    while (bucket < BUCKETS && seconds > LIMITS[bucket])
        bucket++;
    atomic_fetch_add(&self->bucket[bucket], 1);
}

static void KNAP_PRINTF(2, 3) add(cli_buffer *out, const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    cli_add_text(out, line);
}

static void head(cli_buffer *out, const char *name, const char *type, const char *help)
{
    add(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void one(cli_buffer *out, const char *name, const char *type, const char *help, double value)
{
    head(out, name, type, help);
    add(out, "%s %.15g\n", name, value);
}

/* A row per route. */
static void each_route(const server *self, cli_buffer *out, const char *name, const char *help, size_t offset,
                       double unit)
{
    head(out, name, "counter", help);
    for (size_t i = 0; i <= routes_count; i++) {
        const char *field = (const char *)&self->counters[i] + offset;
        size_t value = atomic_load((const atomic_size_t *)(const void *)field);
        if (i == 0 || i == routes_count || strcmp(routes[i].path, routes[i - 1].path) != 0)
            add(out, "%s{route=\"%s\"} %.15g\n", name, i < routes_count ? routes[i].path : "other",
                (double)value * unit);
    }
}

void metrics_write(const server *self, cli_buffer *out)
{
    size_t queued, busy, sum = 0, microseconds = 0;
    work_state(self, &queued, &busy);
    each_route(self, out, "knap_requests_total", "Requests that were answered.", offsetof(counter, count), 1);
    each_route(self, out, "knap_request_errors_total", "Requests answered with a status of 400 or more.",
               offsetof(counter, errors), 1);
    each_route(self, out, "knap_request_bytes_total", "Bytes of request bodies.", offsetof(counter, bytes_in), 1);
    each_route(self, out, "knap_response_bytes_total", "Bytes of response bodies.", offsetof(counter, bytes_out), 1);
    head(out, "knap_responses_total", "counter", "Responses by class of status.");
    for (size_t i = 2; i < 6; i++)
        add(out, "knap_responses_total{class=\"%zuxx\"} %zu\n", i, atomic_load(&self->status[i]));
    head(out, "knap_request_duration_seconds", "histogram",
         "Time from the headers of a request to its last byte sent.");
    for (size_t i = 0; i <= BUCKETS; i++) {
        sum += atomic_load(&self->bucket[i]);
        if (i < BUCKETS)
            add(out, "knap_request_duration_seconds_bucket{le=\"%g\"} %zu\n", LIMITS[i], sum);
        else
            add(out, "knap_request_duration_seconds_bucket{le=\"+Inf\"} %zu\n", sum);
    }
    for (size_t i = 0; i <= routes_count; i++)
        microseconds += atomic_load(&self->counters[i].microseconds);
    add(out, "knap_request_duration_seconds_sum %.6f\nknap_request_duration_seconds_count %zu\n",
        (double)microseconds / 1e6, sum);
    one(out, "knap_queue_length", "gauge", "Requests that wait for a worker.", (double)queued);
    one(out, "knap_workers_busy", "gauge", "Workers that work on a request.", (double)busy);
    one(out, "knap_workers", "gauge", "Workers.", (double)self->settings->jobs);
    one(out, "knap_connections", "gauge", "Open connections.", (double)atomic_load(&self->connections));
    one(out, "knap_body_buffer_bytes", "gauge", "Bytes of request bodies in memory.",
        (double)atomic_load(&self->buffered));
    one(out, "knap_refused_total", "counter", "Requests refused because the queue was full.",
        (double)atomic_load(&self->refused));
    one(out, "knap_model_reloads_total", "counter", "Models that were read again.",
        (double)atomic_load(&self->reloads));
    one(out, "knap_model_reload_errors_total", "counter", "Models that could not be read again.",
        (double)atomic_load(&self->reload_errors));
    one(out, "knap_uptime_seconds", "gauge", "Seconds since the start.", cli_seconds() - self->started);
}

void route_metrics(request *self)
{
    metrics_write(self->server, &self->out);
}
