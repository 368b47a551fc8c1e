/* mpi.c - the plug-in: messages between the processes that mpirun started. It knows nothing of what is in them.
 *
 * A process that fails says so in place of its next message, whether that is one to all or one to the first process. So the first
 * process hears of it where it needs that process, and never before it has met an error of its own that comes earlier. */
#include "transport.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST = 1 << 30 }; /* bytes in one message */
enum { TAG = 1, TAG_FAILURE };
#define FAILED UINT64_MAX /* in place of a size: the process has failed */

static int ranks;
static char *gathered; /* what all sent */
static const char **part;
static size_t *part_length;
static int *counts, *offsets;
static uint64_t *sizes;
static bool halfway; /* this process has left a call of all processes before its end */
static cli_transport_failure *on_failure;

static const char no_memory[] = "memory is out";
static const char failed[] = "a message to or from another process failed";

static const char *gather_small(const char *mine, size_t length)
{
    for (int r = 0, at = 0; r < ranks; r++) {
        counts[r] = (int)sizes[r];
        offsets[r] = at;
        at += counts[r];
    }
    return MPI_Allgatherv(mine, (int)length, MPI_BYTE, gathered, counts, offsets, MPI_BYTE, MPI_COMM_WORLD) ? failed
                                                                                                            : NULL;
}

static const char *gather_large(int rank, const char *mine)
{
    char *at = gathered;
    for (int r = 0; r < ranks; r++) {
        if (r == rank)
            memcpy(at, mine, sizes[r]);
        for (uint64_t done = 0; done < sizes[r]; done += LARGEST) {
            uint64_t left = sizes[r] - done;
            if (MPI_Bcast(at + done, (int)(left < LARGEST ? left : LARGEST), MPI_BYTE, r, MPI_COMM_WORLD))
                return failed;
        }
        at += sizes[r];
    }
    return NULL;
}

/* In the first process, where another one said that it has failed: ends all. */
static void end_after_failure(int from)
{
    uint64_t head[2] = {1, 0};
    char *notes;
    MPI_Recv(head, 2, MPI_UINT64_T, from, TAG_FAILURE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    notes = malloc(head[1] + 1);
    if (notes)
        MPI_Recv(notes, (int)head[1], MPI_BYTE, from, TAG_FAILURE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    on_failure((int)head[0], notes ? notes : "", notes ? head[1] : 0);
}

/* The first process ends all where one of the others has failed; these wait for that. */
static void look_for_failures(int rank)
{
    for (int r = 1; r < ranks; r++) {
        if (sizes[r] == FAILED && rank == 0)
            end_after_failure(r);
        while (sizes[r] == FAILED)
            pause();
    }
}

static void fail(int status, const char *notes, size_t length)
{
    uint64_t size = FAILED, head[2] = {(uint64_t)status, length < LARGEST ? length : LARGEST};
    MPI_Request request[3];
    if (halfway)
        return;
    MPI_Isend(&size, 1, MPI_UINT64_T, 0, TAG, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(head, 2, MPI_UINT64_T, 0, TAG_FAILURE, MPI_COMM_WORLD, &request[1]);
    MPI_Isend(notes, (int)head[1], MPI_BYTE, 0, TAG_FAILURE, MPI_COMM_WORLD, &request[2]);
    MPI_Allgather(&size, 1, MPI_UINT64_T, sizes, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
    for (;;)
        pause();
}

static const char *share(const char *mine, size_t length, const char *const **all, const size_t **lengths)
{
    uint64_t here = length, total = 0;
    const char *wrong;
    char *at;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (MPI_Allgather(&here, 1, MPI_UINT64_T, sizes, 1, MPI_UINT64_T, MPI_COMM_WORLD))
        return failed;
    look_for_failures(rank);
    for (int r = 0; r < ranks; r++)
        total += sizes[r];
    free(gathered);
    halfway = true;
    if (!(gathered = malloc(total + 1)))
        return no_memory;
    if ((wrong = total < LARGEST ? gather_small(mine, length) : gather_large(rank, mine)))
        return wrong;
    halfway = false;
    at = gathered;
    for (int r = 0; r < ranks; r++) {
        part[r] = at;
        part_length[r] = sizes[r];
        at += sizes[r];
    }
    *all = part;
    *lengths = part_length;
    return NULL;
}

static const char *send_to(size_t to, const char *bytes, size_t length)
{
    uint64_t size = length;
    if (MPI_Send(&size, 1, MPI_UINT64_T, (int)to, TAG, MPI_COMM_WORLD))
        return failed;
    for (size_t done = 0; done < length; done += LARGEST) {
        size_t left = length - done;
        if (MPI_Send(bytes + done, (int)(left < LARGEST ? left : LARGEST), MPI_BYTE, (int)to, TAG, MPI_COMM_WORLD))
            return failed;
    }
    return NULL;
}

static const char *receive(size_t from, char **bytes, size_t *length)
{
    uint64_t size;
    *bytes = NULL;
    if (MPI_Recv(&size, 1, MPI_UINT64_T, (int)from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE))
        return failed;
    if (size == FAILED)
        end_after_failure((int)from);
    if (!(*bytes = malloc(size + 1)))
        return no_memory;
    *length = size;
    for (uint64_t done = 0; done < size; done += LARGEST) {
        uint64_t left = size - done;
        if (MPI_Recv(*bytes + done, (int)(left < LARGEST ? left : LARGEST), MPI_BYTE, (int)from, TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE))
            return failed;
    }
    return NULL;
}

static void stop(int status)
{
    MPI_Abort(MPI_COMM_WORLD, status);
    abort();
}

static void end(void)
{
    MPI_Finalize();
    free(gathered);
    free(part);
    free(part_length);
    free(counts);
    free(offsets);
    free(sizes);
}

__attribute__((visibility("default"))) cli_transport_begin knap_transport_begin;

const char *knap_transport_begin(cli_transport *transport, cli_transport_failure *failure)
{
    int rank, level;
    on_failure = failure;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level))
        return "MPI_Init_thread failed";
    if (level < MPI_THREAD_SERIALIZED)
        return "this MPI does not allow several threads (MPI_THREAD_SERIALIZED)";
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    part = calloc((size_t)ranks, sizeof *part);
    part_length = calloc((size_t)ranks, sizeof *part_length);
    counts = calloc((size_t)ranks, sizeof *counts);
    offsets = calloc((size_t)ranks, sizeof *offsets);
    sizes = calloc((size_t)ranks, sizeof *sizes);
    if (!part || !part_length || !counts || !offsets || !sizes)
        return no_memory;
    *transport = (cli_transport){.rank = (size_t)rank,
                                 .size = (size_t)ranks,
                                 .share = share,
                                 .send = send_to,
                                 .receive = receive,
                                 .fail = fail,
                                 .stop = stop,
                                 .end = end};
    return NULL;
}
