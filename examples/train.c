/* train.c - builds instances, trains a model, packs with it and prints the list.
 *
 *     cc train.c $(pkg-config --cflags --libs knap) -lm
 *
 * Each instance has 20 items of one feature, "promise". An item's worth follows its promise; the budget is 10. */
#include <knap/knap.h>

#include <stdio.h>

static knap_status add(knap_data *data, const char *id, knap_rng *rng, knap_instance **made, knap_error *error)
{
    knap_status status = knap_data_add(data, id, 10, 0, made, error);
    for (int i = 0; !status && i < 20; i++) {
        double promise = knap_rng_uniform(rng);
        knap_item item = KNAP_ITEM_INIT;
        item.cost = 1 + 4 * knap_rng_uniform(rng);
        item.feature = &promise;
        item.worth = promise * knap_rng_uniform(rng);
        status = knap_instance_add(*made, &item, error);
    }
    return status ? status : knap_instance_set_reward(*made, knap_reward_find("modular"), NULL, error);
}

int main(void)
{
    knap_error error = {KNAP_OK, 0, "", ""};
    knap_data *data = NULL;
    knap_instance *instance = NULL;
    knap_model *model = NULL;
    knap_list list = KNAP_LIST_INIT;
    knap_settings settings;
    knap_rng rng;
    size_t feature;
    double reward = 0;
    knap_rng_seed(&rng, 1);
    knap_settings_init(&settings);
    knap_status status = knap_data_new(NULL, &data, &error);
    if (!status)
        status = knap_data_feature(data, "promise", &feature, &error);
    for (int i = 0; !status && i < 50; i++)
        status = add(data, NULL, &rng, &instance, &error);
    if (!status)
        status = knap_train(data, NULL, &settings, 1, NULL, &model, NULL, &error);
    if (!status)
        status = knap_model_pack(model, instance, 1, NULL, &list, NULL, &error);
    if (!status)
        status = knap_list_value(instance, &list, &reward, &error);
    for (size_t i = 0; !status && i < list.count; i++)
        printf("item %zu: cost %.2f, promise %.2f\n", list.item[i], knap_instance_cost(instance, list.item[i]),
               knap_instance_features(instance, list.item[i])[0]);
    if (status)
        fprintf(stderr, "train: %s\n", error.message);
    else
        printf("%zu items, cost %.2f of %.0f, reward %.3f\n", list.count, list.cost, knap_instance_budget(instance),
               reward);
    knap_list_free(&list);
    knap_model_free(model);
    knap_data_free(data);
    return status != KNAP_OK;
}
