# mpi_lib.sh - what the tests with mpirun share. Without mpirun or the plug-in the test ends with status 77, which means left out.
. tests/cli_lib.sh
if ! command -v mpirun >/dev/null 2>&1 || [ ! -e "$(dirname "$KNAP")/knap-mpi.so" ]; then
    echo "left out: mpirun or knap-mpi.so is missing (Debian: openmpi-bin, libopenmpi-dev; then build again)"
    exit 77
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export LSAN_OPTIONS=detect_leaks=0 # MPI's own

# ranks N COMMAND...: runs N processes of the command.
ranks() {
    count=$1
    shift
    timeout "${MPI_SECONDS:-120}" mpirun --oversubscribe -q -n "$count" "$@"
}
