// Watches a list under a rule by person (Owner = user.name) as many people, whom a trusted proxy names, and measures the server.
//   people PORT PID PEOPLE SECONDS   prints: microseconds of processor time per change, milliseconds from a command to its patch:
//                                    median, 99th percentile, and KB of resident memory per person
// In turn, each person changes a row of their own, which concerns nobody else. Row i + 1 is that of person i.
#include "watchers.h"

static int awaited, seen;

static void receive_change(struct connection *connection, int number) {
    (void)connection;
    if (number == awaited) seen++;
}

static void change(int number, int person) {
    struct connection *connection = &connections[person];
    char text[256];
    int length = snprintf(text, sizeof text,
        "{\"type\":\"command\",\"ref\":%d,\"scene\":%d,\"command\":\"update\",\"row\":\"%d\",\"arguments\":{\"Name\":\"Change %d of %d\"}}",
        number + 1, connection->scene, person + 1, number, getpid());
    awaited = number;
    seen = 0;
    send_frame(connection->descriptor, 1, text, (size_t)length);
    for (double end = now() + patience; !seen;) {
        turn(0);
        if (now() > end) fail("person %d has not got change %d", person, number);
    }
}

int main(int count, char **arguments) {
    if (count != 5) fail("usage: people PORT PID PEOPLE SECONDS");
    int pid = atoi(arguments[2]), people = atoi(arguments[3]), number = 0, measured = 0;
    double seconds = atof(arguments[4]), *times = calloc(1000000, sizeof *times);
    open_message = "{\"type\":\"open\",\"ref\":1,\"route\":\"/Artist\"}";
    are_people = 1;
    prepare(atoi(arguments[1]), people);
    watch(1);
    listen_for(1);
    long before = resident_kilobytes(pid);
    watch(people);
    listen_for(2);
    double memory = people > 1 ? (double)(resident_kilobytes(pid) - before) / (people - 1) : 0;
    for (; number < 200; number++) change(number, number * 7919 % people);
    double cpu = cpu_seconds(pid), begin = now();
    while (now() < begin + seconds && measured < 1000000) {
        double start = now();
        change(number, number * 7919 % people);
        number++;
        times[measured++] = (now() - start) * 1e3;
        if (seen > 1) fail("a change reached %d people", seen);
    }
    cpu = cpu_seconds(pid) - cpu;
    double median = percentile(times, (size_t)measured, 50);
    printf("%.0f %.2f %.2f %.1f\n", cpu / measured * 1e6, median, percentile(times, (size_t)measured, 99), memory);
    return 0;
}
