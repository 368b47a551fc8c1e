/* route_health.c - /healthz: the server runs; /readyz: it accepts work and does it soon. */
#include "server.h"

void route_health(request *self)
{
    cli_add_text(&self->out, "{\"status\":\"ok\"}\n");
}

void route_ready(request *self)
{
    bool stopping = atomic_load(&self->server->stopping), busy = !stopping && work_is_stuck(self->server);
    self->status = stopping || busy ? 503 : 200;
    cli_add_text(&self->out, stopping ? "{\"status\":\"stopping\"}\n"
                             : busy   ? "{\"status\":\"busy\"}\n"
                                      : "{\"status\":\"ready\"}\n");
}
