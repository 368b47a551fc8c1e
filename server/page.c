/* page.c - the page at /, one file without anything from elsewhere. */
#include "server.h"

extern const unsigned char serve_page[];
extern const size_t serve_page_length;

void route_page(request *self)
{
    self->fixed = (const char *)serve_page;
    self->fixed_length = serve_page_length;
}

void route_icon(request *self)
{
    self->status = 204;
}
