/* cmd_serve.c - knap serve: the commands over HTTP, and a page to try them. The server is in server/. */
#include "cli.h"
#ifdef KNAP_MICROHTTPD
#include "server.h"
#endif

#include <math.h>
#include <unistd.h>

#ifdef KNAP_MICROHTTPD

static const char NOTES[] = "The server listens on the loopback, at http://127.0.0.1:8765/, and prints its address; a "
                            "browser shows the page there. It serves "
                            "POST /v1/summarize, /v1/pack and /v1/rouge, and GET /v1/models, /healthz, /readyz, "
                            "/metrics and /openapi.json: docs/SERVER.md. "
                            "SIGHUP reads the models again; SIGTERM or Ctrl-C ends the requests that run and stops; a "
                            "second one stops at once.\n";

static const cli_example EXAMPLES[] = {
    {"timeout -s INT 1 knap serve --listen 0 --quiet || true", "Serve on any free port of the loopback until Ctrl-C"},
    {NULL, NULL}};

static int check(const serve_settings *settings)
{
    if (!(settings->max_time > 0 && settings->max_time <= 86400))
        return cli_say(CLI_USAGE, "--max-time %g: expected seconds above 0, at most 86400", settings->max_time);
    if (!(settings->idle_timeout >= 1 && settings->idle_timeout <= 3600))
        return cli_say(CLI_USAGE, "--idle-timeout %g: expected seconds from 1 to 3600", settings->idle_timeout);
    if (settings->max_body < 1024)
        return cli_say(CLI_USAGE, "--max-body %zu: expected at least 1K", settings->max_body);
    if (settings->queue < 1 || settings->connections < 1 || settings->max_items < 1)
        return cli_say(CLI_USAGE, "--queue, --connections and --max-items must be at least 1");
    for (int i = 0; i < settings->hosts.count; i++)
        if (!access_is_name(settings->hosts.text[i]))
            return cli_say(CLI_USAGE, "--host '%s': expected the name of a host, without a port",
                           settings->hosts.text[i]);
    return CLI_DONE;
}

static int run(int argc, char **argv)
{
    serve_settings settings = {.queue = 64,
                               .connections = 512,
                               .max_body = 16 << 20,
                               .max_items = 100000,
                               .max_memory = (size_t)1 << 30,
                               .max_time = 30,
                               .idle_timeout = 30};
    const cli_option options[] = {
        {"listen", 0, CLI_TEXT, &settings.listen, "ADDR:PORT", "Listen here; port 0 means any [127.0.0.1:8765]"},
        {"unix", 0, CLI_TEXT, &settings.unix_path, "PATH", "Listen on a Unix socket, besides --listen if given"},
        {"model", 'm', CLI_TEXTS, &settings.models, "NAME=FILE", "Serve a model of 'knap train'; may be repeated"},
        CLI_TOKENIZER_OPTION(&settings.tokenizer),
        {"token-file", 0, CLI_TEXT, &settings.token_file, "FILE", "Ask for the bearer token in this file"},
        CLI_JOBS_OPTION(&settings.jobs),
        {"queue", 0, CLI_COUNT, &settings.queue, "N", "Let N requests wait; refuse more with status 429"},
        {"max-body", 0, CLI_SIZE, &settings.max_body, "SIZE", "Refuse larger bodies with status 413"},
        {"max-time", 0, CLI_REAL, &settings.max_time, "SECONDS", "Stop a request after this time, with status 503"},
        {"quiet", 'q', CLI_FLAG, &settings.quiet, NULL, "Log events of the server only, not requests"},
        CLI_MORE_OPTIONS,
        {"max-items", 0, CLI_COUNT, &settings.max_items, "N", "Refuse requests with more items or sentences"},
        {"max-memory", 0, CLI_SIZE, &settings.max_memory, "SIZE",
         "Stop a request that needs more memory; 0 means no limit"},
        {"log", 0, CLI_TEXT, &settings.log, "FILE", "Append one JSON line per request to this file [stderr]"},
        {"host", 0, CLI_TEXTS, &settings.hosts, "NAME", "Accept requests for this host name too; may be repeated"},
        {"connections", 0, CLI_COUNT, &settings.connections, "N", "Keep at most N connections open"},
        {"idle-timeout", 0, CLI_REAL, &settings.idle_timeout, "SECONDS", "Close connections that are idle or too slow"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    cli_line line = {
        .command = &cmd_serve, .options = options, .notes = NOTES, .examples = EXAMPLES, .own_limits = true};
    int status = cli_parse(&line, argc, argv);
    if (!status && line.operands)
        status = cli_say(CLI_USAGE, "serve takes no operands");
    if (!status)
        status = check(&settings);
    if (status)
        return status;
    if (!settings.listen && !settings.unix_path)
        settings.listen = "127.0.0.1:8765";
    settings.jobs = cli_threads(settings.jobs, (size_t)-1);
    return serve_run(&settings);
}

#else

static int run(int argc, char **argv)
{
    const cli_option options[] = {{NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    cli_line line = {.command = &cmd_serve,
                     .options = options,
                     .notes = "This build of knap has no server, because libmicrohttpd was not there.\n"};
    int status = cli_parse(&line, argc, argv);
    return status ? status
                  : cli_say(CLI_FAILED,
                            "this build of knap has no server: install libmicrohttpd-dev and build knap again");
}

#endif

const cli_command cmd_serve = {"serve", "[--listen ADDRESS:PORT] [-m NAME=FILE] [OPTION...]",
                               "Serve summaries and lists over HTTP, with a page to try them", run};
