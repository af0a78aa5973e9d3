// Shared code of the load programs: time, the costs of a process, sockets and WebSocket frames (RFC 6455).
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const double patience = 60;

static inline void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", program_invocation_short_name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(1);
}

static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static inline double cpu_seconds(int pid) {
    char path[64], text[1024];
    unsigned long user, system;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(text, sizeof text, file)) fail("unknown process %d", pid);
    fclose(file);
    // The name in parentheses may contain spaces.
    char *end = strrchr(text, ')');
    if (!end || sscanf(end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        fail("cannot read %s", path);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static inline long resident_kilobytes(int pid) {
    char path[64], line[256];
    long kilobytes = -1;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = fopen(path, "r");
    if (!file) fail("unknown process %d", pid);
    while (fgets(line, sizeof line, file)) sscanf(line, "VmRSS: %ld", &kilobytes);
    fclose(file);
    return kilobytes;
}

static inline int by_size(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

// Sorts the figures and returns a percentile.
static inline double percentile(double *figures, size_t count, size_t percent) {
    if (!count) fail("nothing was measured");
    qsort(figures, count, sizeof *figures, by_size);
    size_t place = count * percent / 100;
    return figures[place < count ? place : count - 1];
}

static inline void allow_many_sockets(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static inline int connect_to(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int one = 1, descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (descriptor < 0) fail("no more sockets: %s", strerror(errno));
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address)) fail("no connection: %s", strerror(errno));
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return descriptor;
}

static inline void send_all(int descriptor, const void *bytes, size_t count) {
    if (send(descriptor, bytes, count, MSG_NOSIGNAL) != (ssize_t)count) fail("a socket accepted no bytes: %s", strerror(errno));
}

// Requests a WebSocket at a path. `headers` are more lines, each with its line end.
static inline void ask_for_socket(int descriptor, const char *path, const char *headers) {
    char request[1024];
    int length = snprintf(request, sizeof request,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n", path, headers);
    send_all(descriptor, request, (size_t)length);
}

// A client must mask (RFC 6455, section 5.3). A mask of zeros leaves the bytes unchanged.
static inline void send_frame(int descriptor, unsigned char opcode, const void *payload, size_t count) {
    unsigned char frame[2048] = {0x80 | opcode, 0x80 | (count < 126 ? (unsigned char)count : 126)};
    size_t header = count < 126 ? 6 : 8;
    if (count + header > sizeof frame) fail("a frame of %zu bytes is too long for this client", count);
    if (count >= 126) frame[2] = (unsigned char)(count >> 8), frame[3] = (unsigned char)count;
    memcpy(frame + header, payload, count);
    send_all(descriptor, frame, count + header);
}

struct frame {
    unsigned char first;  // FIN, RSV and opcode
    const unsigned char *payload;
    size_t length;
};

// Reads the frame at the start of bytes. Returns its length, or 0 if it is incomplete. Servers send no mask.
static inline size_t find_frame(const unsigned char *bytes, size_t count, struct frame *frame) {
    size_t header = 2;
    if (count < header) return 0;
    size_t length = bytes[1] & 0x7F;
    if (length >= 126) {
        size_t size = length == 126 ? 2 : 8;
        header += size;
        if (count < header) return 0;
        length = 0;
        for (size_t i = 0; i < size; i++) length = length << 8 | bytes[2 + i];
    }
    if (count < header + length) return 0;
    *frame = (struct frame){bytes[0], bytes + header, length};
    return header + length;
}
