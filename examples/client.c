/* client.c - summarizes the files named on the command line in 100 words, with the embedded model.
 * Build it with: cc client.c $(pkg-config --cflags --libs knap) */
#include <knap/knap.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    knap_error error = {KNAP_OK, 0, "", ""};
    knap_corpus *corpus = NULL;
    knap_summarizer *summarizer = NULL;
    knap_material *material = NULL;
    knap_list list = KNAP_LIST_INIT;
    const knap_cluster *cluster = NULL;
    knap_text_input input = {.cluster = &cluster, .clusters = 1, .budget = {100, KNAP_WORDS}};
    char *text = NULL, message[1024];
    size_t length = 0, files = argc > 1 ? (size_t)argc - 1 : 0;
    bool done = !knap_corpus_open((const char *const *)argv + 1, files, NULL, NULL, &corpus, &error) &&
                (cluster = knap_corpus_cluster(corpus, 0)) && !knap_summarizer_embedded(NULL, &summarizer, &error) &&
                !knap_material_new(summarizer, &input, NULL, &material, &error) &&
                !knap_model_pack(knap_summarizer_model(summarizer), knap_data_at(knap_material_data(material), 0), 1,
                                 NULL, &list, NULL, &error) &&
                !knap_summary_text(material, 0, &list, KNAP_ORDER_DEPEND, &text, &length, &error);
    fprintf(done ? stdout : stderr, "%s%s", done ? text : knap_error_text(&error, message, 1024), done ? "" : "\n");
    knap_text_free(NULL, text, length);
    knap_list_free(&list);
    knap_material_free(material);
    knap_summarizer_free(summarizer);
    knap_corpus_close(corpus);
    return !done;
}
