/* http_work.c - the server's queue without its threads: the fuzz target works on requests itself, which is faster. */
#include "http.h"
#include "work.c" /* for its worker */

void fake_work(server *of)
{
    static worker mine; /* keeps what a worker keeps from one request to the next */
    mine.crew = of->crew;
    pthread_mutex_lock(&mine.crew->lock);
    while (mine.crew->waiting.first)
        work_on_first(&mine, &mine.crew->waiting);
    pthread_mutex_unlock(&mine.crew->lock);
}
