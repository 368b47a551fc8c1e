/* client.c - summarizes the texts on its command line. Build it with: cc client.c $(pkg-config --cflags --libs knap) */
#include <knap/knap.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    knap_summary *summary;
    knap_error error;
    if (knap_summarize_texts((const char *const *)argv + 1, (size_t)argc - 1, "100w", NULL, &summary, &error))
        return fprintf(stderr, "%s\n", error.message), 1;
    fputs(summary->text, stdout);
    knap_summary_free(summary);
}
