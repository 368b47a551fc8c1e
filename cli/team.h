/* cli/team.h - the processes that mpirun started with one command line. Commands that do not mention the team are run by the
 * first process alone. */
#pragma once

#include "cli.h"
#include "base/bytes.h"

/* Joins the other processes where mpirun started several. Returns an exit status. */
int cli_team_begin(void);
/* Prints what the other processes printed, in the order of their ranks. Every process must call it; a second call does nothing. */
void cli_team_collect(void);
/* Ends this process's part with its exit status. Where that is not CLI_DONE, and cli_team_collect was not called, something
 * failed, and all processes end. Returns the status of the program. */
int cli_team_end(int status);
/* The team, for knap_run.team; NULL where this process is alone. And the number of this process; 0 alone. */
const knap_team *cli_team(void);
size_t cli_rank(void);

/* What to tell the user where a process is lost: "the same command can be started again." */
void cli_team_advise(const char *text);
/* Prints it, in a signal handler. */
void cli_team_warn(void);
/* Forgets the notes printed so far, which the first process prints too. */
void cli_team_drop_notes(void);

/* A message to the first process, and from another one. They do not fail: the program ends with a message. */
void cli_team_send(const char *bytes, size_t length);
char *cli_team_receive(size_t from, size_t *length); /* free() it */

/* ---- The bytes of messages (parcel.c) ---- */

/* A message that is being read. */
typedef kn_bytes cli_parcel;

void cli_put_count(cli_buffer *to, uint64_t value);
void cli_put_real(cli_buffer *to, double value);
void cli_put_bytes(cli_buffer *to, const char *bytes, size_t length);
void cli_put_error(cli_buffer *to, const knap_error *error);
/* The same in the other direction. The program ends with a message where the bytes end too early. */
uint64_t cli_take_count(cli_parcel *from);
double cli_take_real(cli_parcel *from);
const char *cli_take_bytes(cli_parcel *from, size_t *length); /* they stay in the message */
knap_error cli_take_error(cli_parcel *from);
