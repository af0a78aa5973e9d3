// Watches one scene through many sockets (docs/protocol.md, section 5) and measures the server that serves it.
//   load idle    PORT PID DATABASE SOCKETS 0        prints: KB of resident memory per socket
//   load fanout  PORT PID DATABASE SOCKETS SECONDS  prints: deliveries per CPU-second, deliveries per second, commits
//   load rows    PORT PID DATABASE SOCKETS SECONDS  the same with changes of 50 rows, and, behind, bytes per delivery
//   load latency PORT PID DATABASE SOCKETS CHANGES  prints: milliseconds from commit to patch: median, 99th percentile, most
// With "-deflate" behind the first word (load fanout-deflate ...) the sockets take compressed messages.
// Changes are commits to DATABASE by this process, another one than the server's; the next is made when every socket has the last.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "expand.h"

enum state { SHAKING_HANDS, OPENING, WATCHING };

struct connection {
    int descriptor;
    enum state state;
    // Bytes of a message that is not complete yet.
    unsigned char *rest;
    size_t length;
};

static const char handshake[] =
    "GET /-/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: oriel.v1\r\n";
static const char open_message[] = "{\"type\":\"open\",\"ref\":1,\"route\":\"/Artist\"}";
static const char one_row[] = "UPDATE Artist SET Name = ? WHERE ArtistId = 1";
static const char rows[] = "UPDATE Artist SET Name = ?1 || ' in row ' || ArtistId, Country = ?1 || (ArtistId % 7) WHERE ArtistId <= 50";
static const double patience = 30;

static struct connection *connections;
static int poller, port, watching, delivered;
static const char *extensions = "\r\n";
static size_t received;
static char marker[32] = "";
static unsigned char buffer[1 << 18];

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double cpu_seconds(int pid) {
    char path[64], text[1024];
    unsigned long user, system;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(text, sizeof text, file)) fail("there is no process %d", pid);
    fclose(file);
    // The name, in parentheses, may hold spaces.
    char *end = strrchr(text, ')');
    if (!end || sscanf(end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        fail("%s is not understood", path);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static long resident_kilobytes(int pid) {
    char path[64], line[256];
    long kilobytes = -1;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = fopen(path, "r");
    if (!file) fail("there is no process %d", pid);
    while (fgets(line, sizeof line, file)) sscanf(line, "VmRSS: %ld", &kilobytes);
    fclose(file);
    return kilobytes;
}

static void send_all(int descriptor, const void *bytes, size_t count) {
    if (send(descriptor, bytes, count, MSG_NOSIGNAL) != (ssize_t)count) fail("a socket took no bytes: %s", strerror(errno));
}

// A client has to mask (RFC 6455, section 5.3); a mask of zeros leaves the bytes as they are.
static void send_frame(int descriptor, unsigned char opcode, const void *payload, size_t count) {
    unsigned char frame[256] = {0x80 | opcode, 0x80 | (unsigned char)count};
    if (count > 125) fail("a frame of %zu bytes is too long for this client", count);
    memcpy(frame + 6, payload, count);
    send_all(descriptor, frame, count + 6);
}

static void start(struct connection *connection) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    int one = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connection->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection->descriptor < 0) fail("no more sockets: %s", strerror(errno));
    if (connect(connection->descriptor, (struct sockaddr *)&address, sizeof address)) fail("no connection: %s", strerror(errno));
    setsockopt(connection->descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    epoll_ctl(poller, EPOLL_CTL_ADD, connection->descriptor, &event);
    char request[512];
    int length = snprintf(request, sizeof request, "%s%s", handshake, extensions);
    send_all(connection->descriptor, request, (size_t)length);
}

static int begins_with(const unsigned char *text, size_t count, const char *beginning) {
    return count >= strlen(beginning) && !memcmp(text, beginning, strlen(beginning));
}

static void take_message(struct connection *connection, const unsigned char *text, size_t count) {
    if (connection->state == OPENING) {
        if (!begins_with(text, count, "{\"type\":\"snapshot\"")) fail("not a snapshot: %.*s", (int)count, text);
        connection->state = WATCHING;
        watching++;
    } else if (*marker && begins_with(text, count, "{\"type\":\"patch\"") && memmem(text, count, marker, strlen(marker))) {
        delivered++;
    }
}

static size_t take_answer(struct connection *connection, const unsigned char *bytes, size_t count) {
    const unsigned char *end = memmem(bytes, count, "\r\n\r\n", 4);
    if (!end) return 0;
    if (!begins_with(bytes, count, "HTTP/1.1 101")) fail("refused: %.*s", (int)count, bytes);
    if (extensions[0] == 'S' && !memmem(bytes, count, "permessage-deflate", 18)) fail("no compression");
    connection->state = OPENING;
    send_frame(connection->descriptor, 1, open_message, sizeof open_message - 1);
    return (size_t)(end - bytes) + 4;
}

// Takes one whole frame; answers with its length, or 0 when it is not whole yet. The server sends no fragments.
static size_t take_frame(struct connection *connection, const unsigned char *bytes, size_t count) {
    size_t header = 2, length;
    if (count < header) return 0;
    length = bytes[1] & 0x7F;
    if (length >= 126) {
        size_t size = length == 126 ? 2 : 8;
        header += size;
        if (count < header) return 0;
        length = 0;
        for (size_t i = 0; i < size; i++) length = length << 8 | bytes[2 + i];
    }
    size_t end = header + length;
    if (count < end) return 0;
    const unsigned char *text = bytes[0] == 0xC1 ? expand(bytes + header, &length) : bytes + header;
    if (!text) fail("a compressed message is damaged");
    switch (bytes[0]) {
        case 0x81:
        case 0xC1: take_message(connection, text, length); break;
        case 0x89: send_frame(connection->descriptor, 10, bytes + header, length); break;
        case 0x8A: break;
        case 0x88: fail("the server closed a socket with %d", length >= 2 ? bytes[header] << 8 | bytes[header + 1] : 1005); break;
        default: fail("a frame that begins with %#x", bytes[0]);
    }
    return end;
}

static void receive(struct connection *connection) {
    if (connection->length) memcpy(buffer, connection->rest, connection->length);
    ssize_t count = recv(connection->descriptor, buffer + connection->length, sizeof buffer - connection->length, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) fail("a socket has ended: %s", count ? strerror(errno) : "closed");
    received += (size_t)count;
    size_t have = connection->length + (size_t)count, used = 0, step;
    do {
        step = connection->state == SHAKING_HANDS ? take_answer(connection, buffer + used, have - used)
                                                  : take_frame(connection, buffer + used, have - used);
        used += step;
    } while (step && used < have);
    free(connection->rest);
    connection->rest = NULL;
    connection->length = have - used;
    if (!connection->length) return;
    if (connection->length == sizeof buffer) fail("a message is longer than %zu bytes", sizeof buffer);
    connection->rest = malloc(connection->length);
    memcpy(connection->rest, buffer + used, connection->length);
}

static void turn(int milliseconds) {
    struct epoll_event events[512];
    int count = epoll_wait(poller, events, 512, milliseconds);
    for (int i = 0; i < count; i++) receive(events[i].data.ptr);
}

// Has the first `count` sockets watch, few at a time on their way.
static void watch(int count) {
    double end = now() + patience;
    int started = watching;
    while (watching < count) {
        while (started < count && started - watching < 100) start(&connections[started++]);
        turn(100);
        if (now() > end) fail("only %d of %d sockets got their snapshot", watching, count);
    }
}

static void listen_for(double seconds) {
    for (double end = now() + seconds; now() < end;) turn(20);
}

static sqlite3_stmt *open_database(const char *path, const char *change) {
    sqlite3 *database;
    sqlite3_stmt *update;
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL)) fail("%s: %s", path, sqlite3_errmsg(database));
    sqlite3_busy_timeout(database, 5000);
    if (sqlite3_exec(database, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL)
        || sqlite3_prepare_v2(database, change, -1, &update, NULL))
        fail("%s: %s", path, sqlite3_errmsg(database));
    return update;
}

// Commits one change, waits until `sockets` have its patch; answers with the time from the commit's return to the last one.
static double change(sqlite3_stmt *update, int number, int sockets) {
    snprintf(marker, sizeof marker, "Change %d of %d!", number, getpid() % 1000);
    delivered = 0;
    sqlite3_bind_text(update, 1, marker, -1, SQLITE_STATIC);
    int code = sqlite3_step(update);
    sqlite3_reset(update);
    if (code != SQLITE_DONE) fail("a change was not committed: %s", sqlite3_errstr(code));
    double begin = now();
    while (delivered < sockets) {
        turn(100);
        if (now() > begin + patience) fail("only %d of %d sockets got the patch of change %d", delivered, sockets, number);
    }
    return now() - begin;
}

static void measure_idle(int pid, int sockets) {
    // One socket is no burden: it makes what all of them share.
    watch(1);
    listen_for(1);
    long before = resident_kilobytes(pid);
    watch(sockets);
    listen_for(2);
    printf("%.2f\n", (double)(resident_kilobytes(pid) - before) / (sockets - 1));
}

static void measure_fanout(int pid, sqlite3_stmt *update, int sockets, double seconds, int bytes) {
    int changes = 0;
    watch(sockets);
    for (int i = 0; i < 20; i++) change(update, --changes, sockets);
    changes = 0;
    received = 0;
    double cpu = cpu_seconds(pid), begin = now();
    while (now() < begin + seconds) change(update, ++changes, sockets);
    double elapsed = now() - begin, deliveries = (double)changes * sockets;
    printf("%.0f %.0f %d", deliveries / (cpu_seconds(pid) - cpu), deliveries / elapsed, changes);
    printf(bytes ? " %.0f\n" : "\n", (double)received / deliveries);
}

static int by_size(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static void measure_latency(sqlite3_stmt *update, int sockets, int changes) {
    double *times = calloc((size_t)changes, sizeof *times);
    watch(sockets);
    for (int i = 0; i < 20; i++) change(update, -1 - i, sockets);
    for (int i = 0; i < changes; i++) {
        listen_for(0.005);
        times[i] = change(update, i, sockets) * 1000;
    }
    qsort(times, (size_t)changes, sizeof *times, by_size);
    printf("%.3f %.3f %.3f\n", times[changes / 2], times[changes * 99 / 100], times[changes - 1]);
}

int main(int count, char **arguments) {
    if (count != 7) fail("usage: load idle|fanout|rows|latency[-deflate] PORT PID DATABASE SOCKETS AMOUNT");
    int pid = atoi(arguments[3]), sockets = atoi(arguments[5]), amount = atoi(arguments[6]);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    port = atoi(arguments[2]);
    char *deflate = strstr(arguments[1], "-deflate");
    if (deflate) *deflate = 0, extensions = "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n";
    poller = epoll_create1(EPOLL_CLOEXEC);
    connections = calloc((size_t)sockets, sizeof *connections);
    if (!strcmp(arguments[1], "idle")) measure_idle(pid, sockets);
    else if (!strcmp(arguments[1], "fanout")) measure_fanout(pid, open_database(arguments[4], one_row), sockets, amount, 0);
    else if (!strcmp(arguments[1], "rows")) measure_fanout(pid, open_database(arguments[4], rows), sockets, amount, 1);
    else if (!strcmp(arguments[1], "latency")) measure_latency(open_database(arguments[4], one_row), sockets, amount);
    else fail("there is no \"%s\"", arguments[1]);
    return 0;
}
