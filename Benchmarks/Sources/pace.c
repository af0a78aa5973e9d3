// Commits changes of 100 rows each, 100 a second, and measures when viewers of the first 500 rows have them.
//   pace PORT PID DATABASE SOCKETS SECONDS
// prints: milliseconds from commit to patch: median, 99th percentile; the server's resident memory in MB at the start and after
// each quarter of the time
#include "watchers.h"
#include "changes.h"

static const char hundred_rows[] =
    "UPDATE Artist SET Name = ?1 || ArtistId WHERE ArtistId BETWEEN ?2 * 100 + 1 AND ?2 * 100 + 100";
static const int rate = 100;

static double *made_at, *times, megabytes[5];
static int made;
static size_t count_of_times;

// A patch may combine several changes: a viewer that has a change has all earlier ones.
static void receive_change(struct connection *connection, int number) {
    if (number > made) return;
    double here = now();
    while (connection->latest < number) times[count_of_times++] = (here - made_at[++connection->latest]) * 1e3;
}

static void go_on(int sockets, int changes, int pid) {
    double begin = now();
    megabytes[0] = (double)resident_kilobytes(pid) / 1024;
    for (int number = 1; number <= changes; number++) {
        double due = begin + (double)number / rate;
        while (now() < due) turn((int)((due - now()) * 1e3));
        made = number;
        make_change(number, number % 5);
        made_at[number] = now();
        if (number % (changes / 4) == 0) megabytes[number / (changes / 4)] = (double)resident_kilobytes(pid) / 1024;
    }
    double end = now() + patience;
    while (count_of_times < (size_t)changes * (size_t)sockets) {
        turn(100);
        if (now() > end) fail("viewers have only %zu of %d changes", count_of_times, changes * sockets);
    }
}

int main(int count, char **arguments) {
    if (count != 6) fail("usage: pace PORT PID DATABASE SOCKETS SECONDS");
    int pid = atoi(arguments[2]), sockets = atoi(arguments[4]), changes = atoi(arguments[5]) * rate;
    open_message = "{\"type\":\"open\",\"ref\":1,\"route\":\"/Artist\",\"window\":{\"start\":0,\"count\":500}}";
    prepare(atoi(arguments[1]), sockets);
    open_changes(arguments[3], hundred_rows);
    made_at = calloc((size_t)changes + 1, sizeof *made_at);
    times = calloc((size_t)(changes * sockets), sizeof *times);
    watch(sockets);
    go_on(sockets, changes, pid);
    double median = percentile(times, count_of_times, 50);
    printf("%.2f %.2f", median, percentile(times, count_of_times, 99));
    for (int i = 0; i < 5; i++) printf(" %.1f", megabytes[i]);
    printf("\n");
    return 0;
}
