/* team.c - several processes that mpirun started with one command line. The first one prints; what the others print on standard
 * output comes after it, in the order of their ranks, and what they print on stderr too. A process that fails ends all of them. */
#include "team.h"
#include "transport.h"

#include <dlfcn.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static cli_transport transport; /* size 0: no team */
static knap_team team;
static FILE *kept_output, *kept_notes; /* of ranks above 0, until the end */
static int real_stderr = -1;
static const char *volatile advice; /* what to do when the run is stopped; printed by a signal handler */
static bool collected, ended;

const knap_team *cli_team(void)
{
    return transport.size > 1 ? &team : NULL;
}

size_t cli_rank(void)
{
    return transport.rank;
}

/* ---- Beginning ---- */

/* Whether mpirun, or srun, started several processes. */
static bool is_started_by_mpirun(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};
    /* tasks of srun are processes of MPI only where it connects them: --mpi=pmix, or pmi2, which sets PMI_SIZE */
    size_t count = getenv("PMIX_NAMESPACE") ? 3 : 2;
    for (size_t i = 0; i < count; i++) {
        const char *value = getenv(names[i]);
        if (value && atoi(value) > 1)
            return true;
    }
    return false;
}

/* The plug-in lies beside the program, as it is built, or in the library folder, as it is installed. */
static cli_transport_begin *find_plugin(void)
{
    static const char name[] = "knap-mpi.so";
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    char *place[2] = {NULL, cli_format("%s/%s", KNAP_PLUGINS, name)};
    cli_transport_begin *begin = NULL;
    if (length > 0) {
        program[length] = 0;
        *(strrchr(program, '/') + 1) = 0;
        place[0] = cli_format("%s%s", program, name);
    }
    for (int i = 0; i < 2 && !begin; i++) {
        /* MPI loads components of its own, which look for its symbols among the global ones */
        void *library = place[i] && access(place[i], R_OK) == 0 ? dlopen(place[i], RTLD_NOW | RTLD_GLOBAL) : NULL;
        void *found = library ? dlsym(library, CLI_TRANSPORT_BEGIN) : NULL;
        memcpy(&begin, &found, sizeof begin);
    }
    free(place[0]);
    free(place[1]);
    return begin;
}

static knap_status share(void *context, const char *mine, size_t length, const char *const **all,
                         const size_t **lengths, knap_error *error)
{
    const char *wrong = transport.share(mine, length, all, lengths);
    (void)context;
    if (wrong && error) {
        *error = (knap_error){.status = KNAP_IO};
        snprintf(error->message, sizeof error->message, "MPI: %s", wrong);
    }
    return wrong ? KNAP_IO : KNAP_OK;
}

/* Standard output and stderr of this process go to files of their own until the end. */
static bool keep_output(void)
{
    kept_output = tmpfile();
    kept_notes = tmpfile();
    real_stderr = dup(STDERR_FILENO);
    return kept_output && kept_notes && real_stderr >= 0 && dup2(fileno(kept_output), STDOUT_FILENO) >= 0 &&
           dup2(fileno(kept_notes), STDERR_FILENO) >= 0;
}

static void end_early(void)
{
    if (!ended)
        cli_team_end(CLI_FAILED);
}

void cli_team_warn(void)
{
    const char *text = advice;
    ssize_t written = text ? write(STDERR_FILENO, text, strlen(text)) : 0;
    (void)written;
}

/* mpirun ends the others in this way after it has lost one of them. */
static void on_signal(int number)
{
    cli_team_warn();
    signal(number, SIG_DFL);
    raise(number);
}

/* Prints what another process, which has failed, printed on stderr, and ends all processes. */
static void print_failure(int status, const char *notes, size_t length)
{
    fflush(stdout);
    fwrite(notes, 1, length, stderr);
    fflush(stderr);
    transport.stop(status);
}

int cli_team_begin(void)
{
    cli_transport_begin *begin;
    const char *wrong;
    if (!is_started_by_mpirun())
        return CLI_DONE;
    if (!(begin = find_plugin()))
        return cli_say(CLI_FAILED, "mpirun started several processes, but this knap was built without MPI: install "
                                   "Open MPI (Debian: libopenmpi-dev) and build knap again, or start one process");
    if ((wrong = begin(&transport, print_failure)))
        return cli_say(CLI_FAILED, "MPI: %s", wrong);
    team = (knap_team){.rank = transport.rank, .size = transport.size, .share = share};
    if (transport.rank > 0 && !keep_output())
        return cli_say(CLI_FAILED, "cannot make a temporary file");
    if (transport.rank == 0)
        cli_team_advise("the same command can be started again: files are complete or absent.");
    signal(SIGTERM, transport.rank == 0 ? on_signal : SIG_DFL);
    atexit(end_early);
    return CLI_DONE;
}

void cli_team_advise(const char *text)
{
    static char *kept;
    char *made;
    if (!cli_team() || transport.rank > 0)
        return;
    made = cli_format("knap: a process was lost or stopped before the end; %s\n", text);
    advice = made;
    free(kept);
    kept = made;
}

/* ---- Messages ---- */

void cli_team_send(const char *bytes, size_t length)
{
    const char *wrong = transport.send(0, bytes, length);
    if (wrong)
        exit(cli_say(CLI_FAILED, "MPI: %s", wrong));
}

char *cli_team_receive(size_t from, size_t *length)
{
    char *bytes;
    const char *wrong = transport.receive(from, &bytes, length);
    if (wrong)
        exit(cli_say(CLI_FAILED, "MPI: %s", wrong));
    return bytes;
}

void cli_team_drop_notes(void)
{
    fflush(stderr);
    if (kept_notes && ftruncate(STDERR_FILENO, 0) == 0)
        lseek(STDERR_FILENO, 0, SEEK_SET);
}

/* ---- The end ---- */

static void send_file(FILE *file)
{
    char *bytes;
    long length = fseek(file, 0, SEEK_END) ? 0 : ftell(file);
    rewind(file);
    bytes = cli_new((size_t)length + 1, 1);
    length = (long)fread(bytes, 1, (size_t)length, file);
    cli_team_send(bytes, (size_t)length);
    free(bytes);
}

static void print_from(size_t rank, FILE *to)
{
    size_t length;
    char *bytes = cli_team_receive(rank, &length);
    fwrite(bytes, 1, length, to);
    free(bytes);
}

/* What this process printed on stderr, each line with its rank. It allocates by itself, because memory may be what failed. */
static char *notes_with_rank(size_t *length)
{
    char line[4096], *notes = NULL;
    FILE *to = open_memstream(&notes, length);
    bool begins = true; /* a long line comes in parts */
    fflush(stderr);
    rewind(kept_notes);
    while (to && fgets(line, sizeof line, kept_notes)) {
        if (begins)
            fprintf(to, "rank %zu: ", transport.rank);
        fputs(line, to);
        begins = strchr(line, '\n') != NULL;
    }
    return to && fclose(to) == 0 ? notes : NULL;
}

static const char *own_notes;
static size_t own_length;
static int own_status;

static void fail_alone(int number)
{
    ssize_t written = write(real_stderr, own_notes, own_length);
    (void)number;
    (void)written;
    _exit(own_status);
}

/* Most errors are met by all processes, and the first one prints them. So this process leaves its message to the first one, which
 * prints it where it has met no error of its own. A first process that works on for a minute does not delay the message further. */
static void fail_as_other(int status)
{
    enum { PATIENCE = 60 };
    own_status = status;
    own_notes = notes_with_rank(&own_length);
    if (!own_notes) {
        own_notes = "knap: out of memory\n";
        own_length = strlen(own_notes);
    }
    signal(SIGALRM, fail_alone);
    alarm(PATIENCE);
    transport.fail(status, own_notes, own_length);
    fail_alone(0);
}

void cli_team_collect(void)
{
    if (!cli_team() || collected)
        return;
    collected = true;
    fflush(stdout);
    fflush(stderr);
    if (transport.rank > 0) {
        send_file(kept_output);
        send_file(kept_notes);
    }
    for (size_t rank = 1; transport.rank == 0 && rank < transport.size; rank++) {
        print_from(rank, stdout);
        print_from(rank, stderr);
    }
}

int cli_team_end(int status)
{
    if (!cli_team() || ended)
        return status;
    ended = true;
    if (!collected && (status == CLI_DONE || status == CLI_HELP))
        cli_team_collect();
    fflush(stdout);
    fflush(stderr);
    if (!collected && transport.rank > 0)
        fail_as_other(status);
    if (!collected)
        transport.stop(status);
    transport.end();
    return transport.rank > 0 ? CLI_DONE : status;
}
