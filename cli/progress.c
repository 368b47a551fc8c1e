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

enum { BAR = 24, WIDEST = 512 };

/* What the signal handler reads: spaces that cover the line shown, and their number; 0 where none is shown. */
static char blank[WIDEST + 2];
static volatile sig_atomic_t shown;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction before[SIGNALS];

static double now(void)
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
    size_t length = (size_t)shown;
    ssize_t written;
    if (length == 0)
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

static int show(void *context, const knap_progress *news)
{
    cli_progress *progress = context;
    double time = now(), fraction = news->fraction, left;
    char line[WIDEST + 1], bar[BAR + 1];
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
    used = (size_t)snprintf(line, sizeof line, "%-8s[%s] %3.0f%%  %.0f s left", news->stage, bar, 100 * fraction, left);
    if (news->reward > 0 && used < sizeof line)
        used +=
            (size_t)snprintf(line + used, sizeof line - used, "  reward %.4f  regret %.4f", news->reward, news->regret);
    /* a line as wide as the terminal would move the cursor to the next one */
    if (used > width - 1)
        used = width - 1;
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
