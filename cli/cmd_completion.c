/* cmd_completion.c - knap completion: prints the script of completions/ for a shell. */
#include "cli.h"

#include <stdio.h>

extern const unsigned char completion_bash[], completion_zsh[], completion_fish[];
extern const size_t completion_bash_length, completion_zsh_length, completion_fish_length;

static int run(int argc, char **argv)
{
    static const char *const shells[] = {"bash", "zsh", "fish", NULL};
    const unsigned char *const script[] = {completion_bash, completion_zsh, completion_fish};
    const size_t length[] = {completion_bash_length, completion_zsh_length, completion_fish_length};
    static const cli_example examples[] = {
        {"knap completion bash >knap.bash", "Write the script for bash; 'source knap.bash' in ~/.bashrc loads it"},
        {"knap completion zsh >_knap", "The same for zsh, in a folder of $fpath"},
        {"knap completion fish >knap.fish", "The same for fish, in ~/.config/fish/completions"},
        {NULL, NULL}};
    const cli_option options[] = {{NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    cli_line line = {.command = &cmd_completion,
                     .options = options,
                     .notes = "The script completes commands, options, values of options and topics of help. 'make "
                              "install' installs it, so this command is for programs that were not installed.\n",
                     .examples = examples,
                     .subcommands = shells};
    int chosen, status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    if (line.operands != 1)
        return cli_say(CLI_USAGE, "completion needs one of bash, zsh, fish");
    if ((chosen = cli_choose("completion", line.operand[0], shells)) < 0)
        return CLI_USAGE;
    fwrite(script[chosen], 1, length[chosen], stdout);
    return CLI_DONE;
}

const cli_command cmd_completion = {"completion", "(bash | zsh | fish)",
                                    "Print a script that completes command lines in a shell", run};
