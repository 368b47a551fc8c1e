/* rouge_best_test.c - which reference -f B takes, by its definition (docs/ROUGE.md): n-grams are ranked by the recall that is
 * printed, five digits, the first of equals; common subsequences by the exact one. */
#include "rouge_data.h"

/* "w0 w1 ... w<count-1>" and `more` words that no other text has. */
static void words_text(char *text, size_t count, const char *other, size_t more)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        used += (size_t)sprintf(text + used, "w%zu ", i);
    for (size_t i = 0; i < more; i++)
        used += (size_t)sprintf(text + used, "%s%zu ", other, i);
}

static void score_two(const knap_rouge *rouge, const char *peer, const char *one, const char *two,
                      knap_rouge_score *score)
{
    knap_rouge_segment segment[3] = {{peer, strlen(peer)}, {one, strlen(one)}, {two, strlen(two)}};
    knap_rouge_text text[3] = {{&segment[0], 1}, {&segment[1], 1}, {&segment[2], 1}};
    knap_rouge_refs *refs;
    assert_ok(knap_rouge_refs_new(rouge, text + 1, 2, &refs, error));
    assert_ok(knap_rouge_refs_score(refs, &text[0], score, error));
    knap_rouge_refs_free(refs);
}

/* 499 of 500 and 500 of 501 words are both printed as 0.99800, though the second is more. */
static void printed_ties_go_to_the_first_reference(void **state)
{
    static char peer[8192], one[8192], two[8192];
    knap_rouge *rouge = all_measures(0, KNAP_ROUGE_BEST);
    knap_rouge_score score[MEASURES];
    (void)state;
    words_text(peer, 500, "p", 100);
    words_text(one, 499, "a", 1);
    words_text(two, 500, "b", 1);
    score_two(rouge, peer, one, two, score);
    assert_true(score[R1].hits == 499 && score[R1].reference_count == 500);
    assert_true(score[R2].hits == 498 && score[R2].reference_count == 499);
    assert_true(score[RL].hits == 500 && score[RL].reference_count == 501);
    score_two(rouge, peer, two, one, score);
    assert_true(score[R1].hits == 500 && score[R2].hits == 499 && score[RL].hits == 500);
    knap_rouge_free(rouge);
}

/* Where the printed recalls differ the higher one is taken, wherever it stands. */
static void the_higher_printed_recall_is_taken(void **state)
{
    static char peer[8192], one[8192], two[8192];
    knap_rouge *rouge = all_measures(0, KNAP_ROUGE_BEST);
    knap_rouge_score score[MEASURES];
    (void)state;
    words_text(peer, 60, "p", 5);
    words_text(one, 20, "a", 20);
    words_text(two, 30, "b", 20);
    score_two(rouge, peer, one, two, score);
    assert_true(score[R1].hits == 30 && score[R1].reference_count == 50 && score[R1].peer_count == 65);
    score_two(rouge, peer, two, one, score);
    assert_true(score[R1].hits == 30 && score[RL].hits == 30 && score[RSU].hits > score[R1].hits);
    knap_rouge_free(rouge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_ties_go_to_the_first_reference),
        cmocka_unit_test(the_higher_printed_recall_is_taken),
    };
    return cmocka_run_group_tests_name("rouge best", tests, NULL, NULL);
}
