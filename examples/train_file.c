/* train_file.c - trains on a file of instances or a folder of documents, and saves the model: train_file DATA MODEL */
#include <knap/knap.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    knap_model *model = NULL;
    knap_error error;
    int failed = argc != 3 || knap_train_file(argv[1], NULL, &model, &error) || knap_model_save(model, argv[2], &error);
    if (failed)
        fprintf(stderr, "%s\n", argc == 3 ? error.message : "usage: train_file DATA MODEL");
    return knap_model_free(model), failed;
}
