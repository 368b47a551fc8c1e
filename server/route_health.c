/* route_health.c - /healthz: the server runs; /readyz: it accepts work. */
#include "server.h"

void route_health(request *self)
{
    cli_add_text(&self->out, "{\"status\":\"ok\"}\n");
}

void route_ready(request *self)
{
    bool stopping = atomic_load(&self->server->stopping);
    self->status = stopping ? 503 : 200;
    cli_add_text(&self->out, stopping ? "{\"status\":\"stopping\"}\n" : "{\"status\":\"ready\"}\n");
}
