/* pack.c - picks the passages that are worth most together and cost at most 7, and prints their ids. */
#include <knap/knap.h>
#include <stdio.h>
int main(void)
{
    const knap_passage passage[] = {{"a", "Snow fell.", .9, 3}, {"b", "Snow fell.", .8, 3}, {"c", "Trains ran.", .5, 2}};
    knap_list list = KNAP_LIST_INIT;
    knap_status status = knap_pack_texts(passage, 3, 7, NULL, &list, NULL);
    for (size_t i = 0; i < list.count; i++)
        puts(passage[list.item[i]].id);
    return knap_list_free(&list), status;
}
