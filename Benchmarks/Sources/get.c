// Sends one request to a server repeatedly, over 64 open connections with one pending request each.
//   get PORT PID SECONDS STATUS PATH [HEADER]...   prints: requests per CPU-second of the server, requests per second, and the
//                                                  99th percentile in ms
// Unlike wrk, it knows that a 304 has no body, whatever its Content-Length.
#include "client.h"
#include <sys/epoll.h>

enum { CONNECTIONS = 64 };

struct connection {
    int descriptor;
    double asked;
    size_t have;
    char bytes[1 << 16];
};

static struct connection connections[CONNECTIONS];
static char request[4096];
static size_t request_length;
static const char *status;
static double *times;
static size_t answers, room;

static void ask(struct connection *connection) {
    connection->have = 0;
    connection->asked = now();
    send_all(connection->descriptor, request, request_length);
}

// Returns the length of the complete response, or 0.
static size_t whole(struct connection *connection) {
    connection->bytes[connection->have] = 0;
    char *end = strstr(connection->bytes, "\r\n\r\n");
    if (!end) return 0;
    if (strncmp(connection->bytes + 9, status, 3)) fail("not %s: %s", status, connection->bytes);
    size_t length = (size_t)(end + 4 - connection->bytes);
    char *field = strcasestr(connection->bytes, "\r\ncontent-length:");
    if (*status == '3') return length;
    if (!field || field > end) fail("an answer without a length: %s", connection->bytes);
    length += strtoul(field + 17, NULL, 10);
    if (length >= sizeof connection->bytes) fail("an answer of %zu bytes is too long", length);
    return connection->have >= length ? length : 0;
}

static void receive(struct connection *connection) {
    ssize_t count = recv(
        connection->descriptor, connection->bytes + connection->have, sizeof connection->bytes - 1 - connection->have, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) fail("a connection has ended");
    connection->have += (size_t)count;
    size_t length = whole(connection);
    if (!length) return;
    if (connection->have > length) fail("more bytes than expected");
    if (answers == room) times = realloc(times, (room = room ? room * 2 : 1 << 16) * sizeof *times);
    times[answers++] = (now() - connection->asked) * 1e3;
    ask(connection);
}

static void go_on_for(int poller, double seconds) {
    struct epoll_event events[CONNECTIONS];
    for (double end = now() + seconds; now() < end;) {
        // The client never sleeps, because waking it would cost the server time, the more the slower the server is.
        int count = epoll_wait(poller, events, CONNECTIONS, 0);
        for (int i = 0; i < count; i++) receive(events[i].data.ptr);
    }
}

int main(int count, char **arguments) {
    if (count < 6) fail("usage: get PORT PID SECONDS STATUS PATH [HEADER]...");
    int port = atoi(arguments[1]), pid = atoi(arguments[2]), poller = epoll_create1(EPOLL_CLOEXEC);
    double seconds = atof(arguments[3]);
    status = arguments[4];
    request_length = (size_t)snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n", arguments[5]);
    for (int i = 6; i < count; i++)
        request_length += (size_t)snprintf(request + request_length, sizeof request - request_length, "%s\r\n", arguments[i]);
    request_length += (size_t)snprintf(request + request_length, sizeof request - request_length, "\r\n");
    for (int i = 0; i < CONNECTIONS; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connections[i]};
        connections[i].descriptor = connect_to(port);
        epoll_ctl(poller, EPOLL_CTL_ADD, connections[i].descriptor, &event);
        ask(&connections[i]);
    }
    go_on_for(poller, 0.5);
    answers = 0;
    double cpu = cpu_seconds(pid), begin = now();
    go_on_for(poller, seconds);
    double elapsed = now() - begin;
    printf("%.0f %.0f %.2f\n", (double)answers / (cpu_seconds(pid) - cpu), (double)answers / elapsed, percentile(times, answers, 99));
    return 0;
}
