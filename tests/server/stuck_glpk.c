/* stuck_glpk.c - a GLPK that cannot be stopped: glp_intopt goes on until the file that KNAP_STUCK names is gone, and finds nothing.
 *
 * The server loads it in place of GLPK, by LD_LIBRARY_PATH. */
#include <glpk.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

/* A function that does nothing and returns its last argument. */
#define STUB(type, name, parameters, ...)                                                                              \
    type name parameters                                                                                               \
    {                                                                                                                  \
        return __VA_ARGS__;                                                                                            \
    }

STUB(int, glp_add_cols, (glp_prob * problem, int count), 1)
STUB(int, glp_add_rows, (glp_prob * problem, int count), 1)
STUB(glp_prob *, glp_create_prob, (void), (glp_prob *)"")
STUB(void, glp_delete_prob, (glp_prob * problem), )
STUB(void, glp_error_hook, (void (*function)(void *), void *context), )
STUB(int, glp_free_env, (void), 0)
STUB(double, glp_get_obj_coef, (glp_prob * problem, int column), 0)
STUB(void, glp_init_iocp, (glp_iocp * options), )
STUB(int, glp_ios_reason, (glp_tree * tree), 0)
STUB(void, glp_ios_terminate, (glp_tree * tree), )
STUB(void, glp_mem_usage, (int *count, int *most, size_t *total, size_t *peak), (void)(*count = 0))
STUB(double, glp_mip_col_val, (glp_prob * problem, int column), 0)
STUB(double, glp_mip_obj_val, (glp_prob * problem), 0)
STUB(int, glp_mip_status, (glp_prob * problem), GLP_UNDEF)
STUB(void, glp_set_col_bnds, (glp_prob * problem, int column, int type, double low, double high), )
STUB(void, glp_set_col_kind, (glp_prob * problem, int column, int kind), )
STUB(void, glp_set_mat_col, (glp_prob * problem, int column, int count, const int index[], const double value[]), )
STUB(void, glp_set_mat_row, (glp_prob * problem, int row, int count, const int index[], const double value[]), )
STUB(void, glp_set_obj_coef, (glp_prob * problem, int column, double factor), )
STUB(void, glp_set_obj_dir, (glp_prob * problem, int direction), )
STUB(void, glp_set_row_bnds, (glp_prob * problem, int row, int type, double low, double high), )
STUB(int, glp_term_out, (int on), 0)

int glp_intopt(glp_prob *problem, const glp_iocp *options)
{
    const char *file = getenv("KNAP_STUCK");
    while (file && !access(file, F_OK)) /* it uses the processor, by which the server sees that a request is long */
        continue;
    return 0;
}
