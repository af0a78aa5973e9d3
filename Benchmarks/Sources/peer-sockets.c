// A peer: the least that can serve `load`. Looks each millisecond whether the database has changed, and writes one frame, made
// once, to every socket: the kernel's limit of one send() per delivery.   peer-sockets DATABASE
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static const char upgrade[] =
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: oriel.v1\r\n\r\n";
static int poller, listener, *sockets, count;
static sqlite3_stmt *version, *name;

static size_t frame(char *bytes, size_t room, const char *text) {
    size_t length = strlen(text), header = length < 126 ? 2 : 4;
    if (length + header > room) exit(1);
    bytes[0] = (char)0x81;
    bytes[1] = (char)(length < 126 ? length : 126);
    if (header == 4) bytes[2] = (char)(length >> 8), bytes[3] = (char)length;
    memcpy(bytes + header, text, length);
    return length + header;
}

static int64_t look(sqlite3_stmt *statement) {
    sqlite3_reset(statement);
    return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1;
}

static void publish(void) {
    char text[512], bytes[600];
    look(name);
    snprintf(text, sizeof text,
        "{\"type\":\"patch\",\"scene\":1,\"from\":\"AAAAAAAAAAA\",\"to\":\"AAAAAAAAAAA\",\"patch\":"
        "[{\"op\":\"replace\",\"path\":\"/cells/1/title\",\"value\":\"%s\"}]}", (const char *)sqlite3_column_text(name, 0));
    sqlite3_reset(name);
    size_t length = frame(bytes, sizeof bytes, text);
    for (int i = 0; i < count; i++) send(sockets[i], bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void welcome(void) {
    int one = 1, client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = client};
    if (client < 0 || count == 16000) return;
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    epoll_ctl(poller, EPOLL_CTL_ADD, client, &event);
    sockets[count++] = client;
}

static void converse(int client) {
    static char request[65536];
    char bytes[300];
    ssize_t length = recv(client, request, sizeof request, 0);
    if (length <= 0) {
        for (int i = 0; i < count; i++)
            if (sockets[i] == client) sockets[i] = sockets[--count];
        close(client);
    } else if (!memcmp(request, "GET", 3)) {
        send(client, upgrade, sizeof upgrade - 1, MSG_NOSIGNAL);
    } else {
        size_t size = frame(bytes, sizeof bytes,
            "{\"type\":\"snapshot\",\"ref\":1,\"scene\":1,\"digest\":\"AAAAAAAAAAA\",\"document\":{\"route\":\"/Artist\"}}");
        send(client, bytes, size, MSG_NOSIGNAL);
    }
}

static void listen_somewhere(void) {
    struct sockaddr_in address = {.sin_family = AF_INET};
    struct epoll_event event = {.events = EPOLLIN};
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096)) exit(1);
    getsockname(listener, (struct sockaddr *)&address, &size);
    event.data.fd = listener;
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
    printf("http://127.0.0.1:%d\n", ntohs(address.sin_port));
    fflush(stdout);
}

int main(int argument_count, char **arguments) {
    struct rlimit limit;
    struct epoll_event events[256];
    sqlite3 *database;
    if (argument_count != 2 || sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READWRITE, NULL)
        || sqlite3_prepare_v2(database, "PRAGMA data_version", -1, &version, NULL)
        || sqlite3_prepare_v2(database, "SELECT Name FROM Artist WHERE ArtistId = 1", -1, &name, NULL))
        return fputs("usage: peer-sockets DATABASE\n", stderr), 1;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    sockets = calloc(16000, sizeof *sockets);
    poller = epoll_create1(EPOLL_CLOEXEC);
    listen_somewhere();
    for (int64_t known = look(version);;) {
        int ready = epoll_wait(poller, events, 256, 1);
        for (int i = 0; i < ready; i++)
            if (events[i].data.fd == listener) welcome();
            else converse(events[i].data.fd);
        int64_t current = look(version);
        if (current != known) publish();
        known = current;
    }
}
