// A peer: the minimal server for `load`. Writes the messages of one socket to all others, in one shared frame, with one send() per
// delivery.   peer-sockets
#include "client.h"
#include <sys/epoll.h>

static const char upgrade[] =
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
static int poller, listener, *sockets, count;

static void forget(int client) {
    for (int i = 0; i < count; i++)
        if (sockets[i] == client) sockets[i] = sockets[--count];
}

// Forwards a masked frame of 126 bytes or more without its mask, which is zero in `load`.
static void publish(unsigned char *frame) {
    size_t length = (size_t)(frame[2] << 8 | frame[3]);
    memmove(frame + 4, frame + 8, length);
    frame[1] &= 0x7F;
    for (int i = 0; i < count; i++) send(sockets[i], frame, length + 4, MSG_NOSIGNAL | MSG_DONTWAIT);
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
    static unsigned char bytes[65536];
    ssize_t length = recv(client, bytes, sizeof bytes, 0);
    if (length > 0 && !memcmp(bytes, "GET", 3)) {
        send(client, upgrade, sizeof upgrade - 1, MSG_NOSIGNAL);
        return;
    }
    forget(client);
    if (length <= 0) {
        close(client);
        return;
    }
    for (unsigned char *frame = bytes; frame < bytes + length;) {
        size_t size = (size_t)(frame[2] << 8 | frame[3]) + 8;
        if (frame[1] != (0x80 | 126) || size > (size_t)(bytes + length - frame)) fail("frames of `load` were expected");
        publish(frame);
        frame += size;
    }
}

static void listen_somewhere(void) {
    struct sockaddr_in address = {.sin_family = AF_INET};
    struct epoll_event event = {.events = EPOLLIN};
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096)) fail("there is no port");
    getsockname(listener, (struct sockaddr *)&address, &size);
    event.data.fd = listener;
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
    printf("http://127.0.0.1:%d\n", ntohs(address.sin_port));
    fflush(stdout);
}

int main(void) {
    struct epoll_event events[256];
    allow_many_sockets();
    sockets = calloc(16000, sizeof *sockets);
    poller = epoll_create1(EPOLL_CLOEXEC);
    listen_somewhere();
    for (;;) {
        int ready = epoll_wait(poller, events, 256, -1);
        for (int i = 0; i < ready; i++)
            if (events[i].data.fd == listener) welcome();
            else converse(events[i].data.fd);
    }
}
