/* progress.c - a progress bar on stderr: what is done, the running reward and regret, the time left. One line that
 * fits the terminal, overwritten in place without escape sequences, and cleared at the end, before a message and when
 * a signal ends the program. */
#include "cli.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 24, WIDEST = 512, CARET = 3 };

/* What the signal handler reads: spaces that cover the line shown, and their number; 0 where none is shown. */
static char blank[WIDEST + 4];
static volatile sig_atomic_t shown;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction before[SIGNALS];

double cli_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static size_t terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col < WIDEST ? size.ws_col : WIDEST;
    return 80;
}

/* Writes over the line with spaces. Safe in a signal handler. */
static void clear_line(void)
{
    size_t length = (size_t)shown + CARET - 1;
    ssize_t written;
    if (shown == 0)
        return;
    blank[0] = '\r';
    memset(blank + 1, ' ', length);
    blank[length + 1] = '\r';
    written = write(STDERR_FILENO, blank, length + 2);
    (void)written;
    shown = 0;
}

/* Clears the line, then lets the signal do what it did before. */
static void on_signal(int number)
{
    clear_line();
    for (int i = 0; i < SIGNALS; i++)
        if (signals[i] == number)
            sigaction(number, &before[i], NULL);
    raise(number);
}

static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) /* as nohup sets it */
            sigaction(signals[i], &action, NULL);
    }
}

/* Appends `part` to the line where it fits; returns the line's length. */
static size_t add_part(char *line, size_t used, size_t width, const char *part)
{
    size_t length = strlen(part);
    if (used + length > width)
        return used;
    memcpy(line + used, part, length);
    return used + length;
}

static int show(void *context, const knap_progress *news)
{
    cli_progress *progress = context;
    double time = cli_seconds(), fraction = news->fraction, left;
    char line[WIDEST + 1], part[128], bar[BAR + 1];
    int filled = (int)(fraction * BAR);
    size_t width = terminal_width(), used;
    if (progress->stage != news->stage) {
        progress->stage = news->stage;
        progress->start = time;
    }
    if (progress->shown && time - progress->last < 0.1 && fraction < 1)
        return 0;
    progress->last = time;
    progress->shown = true;
    for (int i = 0; i < BAR; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[BAR] = 0;
    left = fraction > 0 ? (time - progress->start) * (1 - fraction) / fraction : 0;
    /* whole parts that fit, with room for the "^C" that the terminal shows */
    width = width > CARET ? width - CARET : 1;
    snprintf(part, sizeof part, "%-7s %3.0f%%", news->stage, 100 * fraction);
    used = add_part(line, 0, width, part);
    snprintf(part, sizeof part, "  %.0f s left", left);
    used = add_part(line, used, width, part);
    snprintf(part, sizeof part, "  [%s]", bar);
    used = add_part(line, used, width, part);
    if (news->reward > 0) {
        snprintf(part, sizeof part, "  reward %.4f  regret %.4f", news->reward, news->regret);
        used = add_part(line, used, width, part);
    }
    clear_line();
    fwrite(line, 1, used, stderr);
    fflush(stderr);
    shown = (sig_atomic_t)used;
    return 0;
}

void cli_progress_attach(cli_progress *progress, knap_run *run, bool quiet)
{
    const char *terminal = getenv("TERM");
    *progress = (cli_progress){.shown = false};
    if (quiet || !isatty(STDERR_FILENO) || !terminal || strcmp(terminal, "dumb") == 0)
        return;
    watch_signals();
    progress->watching = true;
    run->progress = show;
    run->context = progress;
}

void cli_progress_clear(void)
{
    clear_line();
}

void cli_progress_end(cli_progress *progress)
{
    clear_line();
    for (int i = 0; progress->watching && i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    progress->watching = progress->shown = false;
}
