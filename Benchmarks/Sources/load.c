// Watches one scene through many sockets (docs/protocol.md, section 5) and measures its server, or a peer.
//   load idle    PORT PID DATABASE SOCKETS 0        prints: KB of resident memory per socket
//   load fanout  PORT PID DATABASE SOCKETS SECONDS  prints: deliveries per CPU-second, deliveries per second
//   load crowd   PORT PID DATABASE SOCKETS SECONDS  prints: the figures of fanout and idle
//   load flight  PORT PID DATABASE SOCKETS SECONDS  like fanout, with 16 changes in progress, of 16 rows
//   load rows    PORT PID DATABASE SOCKETS SECONDS  like fanout, with changes of 50 rows; also prints bytes per delivery
//   load latency PORT PID DATABASE SOCKETS CHANGES  prints: milliseconds from commit to patch: median, 99th percentile
// With "-deflate" after the mode (load fanout-deflate ...), the sockets accept compressed messages. The next change is made when
// every socket has the last one, or with 16 in progress the oldest one. With "-people", each socket is another person, whom a
// trusted proxy names in the header Remote-User. "-" instead of the database means a peer.
#include "watchers.h"
#include "changes.h"

static const char one_row[] = "UPDATE Artist SET Name = ?1 WHERE ArtistId = ?2";
static const char fifty_rows[] =
    "UPDATE Artist SET Name = ?1 || ' in row ' || ArtistId, Country = ?1 || (ArtistId % 7) WHERE ArtistId <= 50 AND ?2";

enum { RING = 64 };

static int pid, sockets, made, complete, arrived[RING];
// The time of the last change.
static double committed;

static void receive_change(struct connection *connection, int number) {
    (void)connection;
    // Texts of an earlier load do not interfere.
    if (number > complete && number <= made) arrived[number % RING]++;
}

// Makes changes until a number is in progress, and waits for the oldest.
static void advance(int under_way) {
    double end = now() + patience;
    for (; made - complete < under_way; made++) {
        arrived[(made + 1) % RING] = 0;
        make_change(made + 1, made % under_way + 1);
        committed = now();
    }
    while (arrived[(complete + 1) % RING] < sockets) {
        turn(0);  // never asleep: to wake who sleeps would cost the server, whichever it is, more the slower it is
        if (now() > end) fail("only %d of %d sockets got change %d", arrived[(complete + 1) % RING], sockets, complete + 1);
    }
    complete++;
}

static double measure_idle(void) {
    // One socket is connected first, because it creates what all sockets share.
    watch(1);
    listen_for(1);
    long before = resident_kilobytes(pid);
    watch(sockets);
    listen_for(2);
    return (double)(resident_kilobytes(pid) - before) / (sockets - 1);
}

static void measure_fanout(double seconds, int under_way, int bytes) {
    watch(sockets);
    for (int i = 0; i < 20000 / sockets + under_way; i++) advance(under_way);
    received = 0;
    int first = complete;
    double cpu = cpu_seconds(pid), begin = now();
    while (now() < begin + seconds) advance(under_way);
    double elapsed = now() - begin, deliveries = (double)(complete - first) * sockets;
    printf("%.0f %.0f", deliveries / (cpu_seconds(pid) - cpu), deliveries / elapsed);
    if (bytes) printf(" %.0f", (double)received / deliveries);
}

static void measure_latency(int changes) {
    double *times = calloc((size_t)changes, sizeof *times);
    watch(sockets);
    for (int i = -20; i < changes; i++) {
        listen_for(0.005);
        advance(1);
        if (i >= 0) times[i] = (now() - committed) * 1e3;
    }
    double median = percentile(times, (size_t)changes, 50);
    printf("%.2f %.2f", median, percentile(times, (size_t)changes, 99));
}

static void measure(const char *what, int amount) {
    if (!strcmp(what, "fanout") || !strcmp(what, "rows")) measure_fanout(amount, 1, *what == 'r');
    else if (!strcmp(what, "flight")) measure_fanout(amount, 16, 0);
    else if (!strcmp(what, "latency")) measure_latency(amount);
    else if (!strcmp(what, "idle")) printf("%.2f", measure_idle());
    else if (!strcmp(what, "crowd")) {
        double kilobytes = measure_idle();
        measure_fanout(amount, 1, 0);
        printf(" %.2f", kilobytes);
    } else fail("unknown mode \"%s\"", what);
    printf("\n");
}

int main(int count, char **arguments) {
    if (count != 7) fail("usage: load WHAT[-deflate|-people] PORT PID DATABASE SOCKETS AMOUNT");
    char *what = arguments[1], *database = arguments[4], *option = strchr(what, '-');
    if (option) {
        deflating = !strcmp(option, "-deflate");
        are_people = !strcmp(option, "-people");
        *option = 0;
    }
    pid = atoi(arguments[3]);
    sockets = atoi(arguments[5]);
    if (strcmp(database, "-")) open_message = "{\"type\":\"open\",\"ref\":1,\"route\":\"/Artist\"}";
    prepare(atoi(arguments[2]), sockets);
    open_changes(database, strcmp(what, "rows") ? one_row : fifty_rows);
    measure(what, atoi(arguments[6]));
    return 0;
}
