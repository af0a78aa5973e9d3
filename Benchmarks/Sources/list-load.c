// Works on a list through one socket (docs/protocol.md, section 5) and measures the server. The table is that of Benchmarks/run.
//   list-load own      PORT DATABASE ROUTE COUNT  commands of this socket: ms from command to patch: median, 99th percentile
//   list-load shell    PORT DATABASE ROUTE COUNT  commits by the sqlite3 shell: ms from commit to patch: median, 99th percentile
//   list-load commands PORT DATABASE ROUTE COUNT  commands, 256 in progress: replies a second
#include "client.h"
#include <fcntl.h>
#include <poll.h>

static unsigned char bytes[1 << 20];
static size_t have, used;
static int descriptor, scene;

static void wait_for(int file) {
    struct pollfd poller = {.fd = file, .events = POLLIN};
    if (poll(&poller, 1, (int)(patience * 1e3)) != 1) fail("no message for %.0f s", patience);
}

static void say(const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (count >= (int)sizeof text) fail("a message of %d bytes is too long", count);
    send_frame(descriptor, 1, text, (size_t)count);
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

// Returns the next message, which is valid until the one after it. The server sends no fragments.
static const char *next(size_t *length) {
    for (;;) {
        struct frame frame;
        size_t size = find_frame(bytes + used, have - used, &frame);
        if (!size) {
            receive();
            continue;
        }
        used += size;
        if (frame.first == 0x88) fail("the server closed the socket with %d", frame.payload[0] << 8 | frame.payload[1]);
        *length = frame.length;
        if (frame.first == 0x81) return (const char *)frame.payload;
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
    descriptor = connect_to(port);
    ask_for_socket(descriptor, "/-/socket", "Sec-WebSocket-Protocol: oriel.v1\r\n");
    unsigned char *end = NULL;
    while (!(end = memmem(bytes, have, "\r\n\r\n", 4))) receive();
    used = (size_t)(end - bytes) + 4;
    say("{\"type\":\"open\",\"ref\":1,\"route\":\"%s\",\"window\":{\"start\":0,\"count\":50}}", route);
    const char *number = strstr(await("snapshot", "\"phase\":\"loaded\""), "\"scene\":");
    if (!number) fail("a snapshot without a scene");
    scene = atoi(number + 8);
}

static void update(int reference, int row, const char *name) {
    say("{\"type\":\"command\",\"ref\":%d,\"scene\":%d,\"command\":\"update\",\"row\":\"%d\",\"arguments\":{\"Name\":\"%s\"}}",
        reference, scene, row, name);
}

static void show(double *times, int count) {
    double median = percentile(times, (size_t)count, 50);
    printf("%.2f %.2f\n", median, percentile(times, (size_t)count, 99));
}

static void measure_own(int count, double *times) {
    char name[64];
    for (int i = -20; i < count; i++) {
        snprintf(name, sizeof name, "Artist number 1 of %d!", i);
        double begin = now();
        update(i + 30, 1, name);
        await("patch", name);
        if (i >= 0) times[i] = (now() - begin) * 1e3;
        usleep(2000);
    }
    show(times, count);
}

static void measure_shell(const char *database, int count, double *times) {
    int in[2], out[2];
    char name[64], text[256];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail("cannot create pipes");
    if (!fork()) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        execlp("stdbuf", "stdbuf", "-oL", "sqlite3", database, NULL);
        _exit(127);
    }
    for (int i = -20; i < count; i++) {
        snprintf(name, sizeof name, "Artist number 1 of %d!", i);
        int length = snprintf(text, sizeof text, "UPDATE Artist SET Name = '%s' WHERE ArtistId = 1; SELECT 1;\n", name);
        if (write(in[1], text, (size_t)length) != length) fail("the shell does not read");
        wait_for(out[0]);
        if (read(out[0], text, sizeof text) <= 0) fail("the shell has ended");
        double begin = now();
        await("patch", name);
        if (i >= 0) times[i] = (now() - begin) * 1e3;
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
    printf("%.0f\n", count / (now() - begin));
}

int main(int count, char **arguments) {
    if (count != 6) fail("usage: list-load own|shell|commands PORT DATABASE ROUTE COUNT");
    int amount = atoi(arguments[5]);
    double *times = calloc((size_t)amount, sizeof *times);
    open_scene(atoi(arguments[2]), arguments[4]);
    if (!strcmp(arguments[1], "own")) measure_own(amount, times);
    else if (!strcmp(arguments[1], "shell")) measure_shell(arguments[3], amount, times);
    else if (!strcmp(arguments[1], "commands")) measure_commands(amount);
    else fail("unknown mode \"%s\"", arguments[1]);
    return 0;
}
