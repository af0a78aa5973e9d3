// Works on a list through one socket (docs/protocol.md, section 5) and measures the server. The table is that of Benchmarks/run.
//   list-load own      PORT DATABASE ROUTE COUNT  commands of this socket: ms from sending one to its patch: median, 99th percentile
//   list-load shell    PORT DATABASE ROUTE COUNT  commits by the sqlite3 shell: ms from its answer to the patch: the same
//   list-load commands PORT DATABASE ROUTE COUNT  commands, 256 under way at once: replies a second
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char handshake[] =
    "GET /-/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: oriel.v1\r\n\r\n";
static const int patience = 30;

static unsigned char bytes[1 << 20];
static size_t have, used;
static int descriptor, scene;

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("list-load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void wait_for(int file) {
    struct pollfd poller = {.fd = file, .events = POLLIN};
    if (poll(&poller, 1, patience * 1000) != 1) fail("nothing came for %d s", patience);
}

static void send_all(const void *data, size_t count) {
    if (send(descriptor, data, count, MSG_NOSIGNAL) != (ssize_t)count) fail("the socket took no bytes: %s", strerror(errno));
}

// A client has to mask (RFC 6455, section 5.3); a mask of zeros leaves the bytes as they are.
static void say(const char *format, ...) {
    char frame[1024];
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(frame + 8, sizeof frame - 8, format, arguments);
    va_end(arguments);
    if (count < 126 || count > (int)sizeof frame - 8) fail("a message of %d bytes is not foreseen", count);
    memcpy(frame, (unsigned char[]){0x81, 0x80 | 126, (unsigned char)(count >> 8), (unsigned char)count, 0, 0, 0, 0}, 8);
    send_all(frame, (size_t)count + 8);
}

static void receive(void) {
    memmove(bytes, bytes + used, have - used);
    have -= used;
    used = 0;
    if (have == sizeof bytes) fail("a message is longer than %zu bytes", sizeof bytes);
    wait_for(descriptor);
    ssize_t count = recv(descriptor, bytes + have, sizeof bytes - have, 0);
    if (count <= 0) fail("the socket has ended");
    have += (size_t)count;
}

// The next message; good until the one after it. The server sends no fragments.
static const char *next(size_t *length) {
    for (;;) {
        size_t header = 2, size = have - used >= 2 ? bytes[used + 1] : 0;
        if (size >= 126) {
            header += size == 126 ? 2 : 8;
            size = 0;
            for (size_t i = 2; i < header && used + i < have; i++) size = size << 8 | bytes[used + i];
        }
        if (have - used < header || have - used < header + size) {
            receive();
            continue;
        }
        unsigned char kind = bytes[used];
        const char *text = (const char *)bytes + used + header;
        used += header + size;
        if (kind == 0x88) fail("the server closed the socket");
        *length = size;
        if (kind == 0x81) return text;
    }
}

// Waits for a message of this kind that contains a text, and returns it.
static const char *await(const char *kind, const char *part) {
    for (;;) {
        size_t length;
        const char *text = next(&length);
        if (memmem(text, length, "\"error\":", 8)) fail("refused: %.*s", (int)length, text);
        if (memmem(text, length < 40 ? length : 40, kind, strlen(kind)) && memmem(text, length, part, strlen(part))) return text;
    }
}

static void open_scene(int port, const char *route) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int one = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address)) fail("no connection: %s", strerror(errno));
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    send_all(handshake, sizeof handshake - 1);
    unsigned char *end = NULL;
    while (!(end = memmem(bytes, have, "\r\n\r\n", 4))) receive();
    used = (size_t)(end - bytes) + 4;
    say("{\"type\":\"open\",\"ref\":1,\"route\":\"%s\",\"window\":{\"start\":0,\"count\":50}}%80s", route, "");
    const char *number = strstr(await("snapshot", "\"phase\":\"loaded\""), "\"scene\":");
    if (!number) fail("a snapshot without a scene");
    scene = atoi(number + 8);
}

static void update(int reference, int row, const char *name) {
    say("{\"type\":\"command\",\"ref\":%d,\"scene\":%d,\"command\":\"update\",\"row\":\"%d\",\"arguments\":{\"Name\":\"%s\"}}%60s",
        reference, scene, row, name, "");
}

static int by_size(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static void show(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, by_size);
    printf("%.3f %.3f\n", times[count / 2], times[count * 99 / 100]);
}

static void measure_own(int count, double *times) {
    char name[64];
    for (int i = -20; i < count; i++) {
        snprintf(name, sizeof name, "Artist number 1 of %d!", i);
        double begin = now();
        update(i + 30, 1, name);
        await("patch", name);
        if (i >= 0) times[i] = now() - begin;
        usleep(2000);
    }
    show(times, count);
}

static void measure_shell(const char *database, int count, double *times) {
    int in[2], out[2];
    char name[64], text[256];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail("no pipes");
    if (!fork()) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        execlp("stdbuf", "stdbuf", "-oL", "sqlite3", database, NULL);
        _exit(127);
    }
    for (int i = -20; i < count; i++) {
        snprintf(name, sizeof name, "Artist number 1 of %d!", i);
        int length = snprintf(text, sizeof text, "UPDATE Artist SET Name = '%s' WHERE ArtistId = 1; SELECT 1;\n", name);
        if (write(in[1], text, (size_t)length) != length) fail("the shell takes nothing");
        wait_for(out[0]);
        if (read(out[0], text, sizeof text) <= 0) fail("the shell has ended");
        double begin = now();
        await("patch", name);
        if (i >= 0) times[i] = now() - begin;
        usleep(5000);
    }
    close(in[1]);
    show(times, count);
}

static void measure_commands(int count) {
    const int together = 256;
    char name[64];
    int sent = 0, answered = 0;
    double begin = now();
    while (answered < count) {
        for (; sent < count && sent - answered < together; sent++) {
            snprintf(name, sizeof name, "Zeta %d", sent);
            update(sent + 2, 500 + sent % 400, name);
        }
        size_t length;
        const char *text = next(&length);
        if (memmem(text, length, "\"error\":", 8)) fail("refused: %.*s", (int)length, text);
        if (memmem(text, length < 20 ? length : 20, "reply", 5)) answered++;
    }
    printf("%.0f\n", count / (now() - begin) * 1e3);
}

int main(int count, char **arguments) {
    if (count != 6) fail("usage: list-load own|shell|commands PORT DATABASE ROUTE COUNT");
    int amount = atoi(arguments[5]);
    double *times = calloc((size_t)amount, sizeof *times);
    open_scene(atoi(arguments[2]), arguments[4]);
    if (!strcmp(arguments[1], "own")) measure_own(amount, times);
    else if (!strcmp(arguments[1], "shell")) measure_shell(arguments[3], amount, times);
    else if (!strcmp(arguments[1], "commands")) measure_commands(amount);
    else fail("there is no \"%s\"", arguments[1]);
    return 0;
}
