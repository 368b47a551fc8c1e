/* progress.c - the progress bar: what is done, the running reward and regret, the time left. */
#include "cli.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 24 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int show(void *context, const knap_progress *news)
{
    cli_progress *progress = context;
    double time = now(), fraction = news->fraction, left;
    int filled = (int)(fraction * BAR);
    char bar[BAR + 1];
    if (progress->stage != news->stage) {
        progress->stage = news->stage;
        progress->start = time;
    }
    if (progress->shown && time - progress->last < 0.1 && fraction < 1)
        return 0;
    progress->last = time;
    progress->shown = 1;
    for (int i = 0; i < BAR; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[BAR] = 0;
    left = fraction > 0 ? (time - progress->start) * (1 - fraction) / fraction : 0;
    fprintf(stderr, "\r%-8s[%s] %3.0f%%", news->stage, bar, 100 * fraction);
    if (news->reward > 0)
        fprintf(stderr, "  reward %.4f  regret %.4f", news->reward, news->regret);
    fprintf(stderr, "  %4.0f s left ", left);
    fflush(stderr);
    return 0;
}

void cli_progress_attach(cli_progress *progress, knap_run *run, int quiet)
{
    *progress = (cli_progress){0};
    if (quiet || !isatty(STDERR_FILENO))
        return;
    run->progress = show;
    run->context = progress;
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = 0;
}
