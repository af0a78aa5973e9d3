// Many sockets that watch one scene, or that receive the messages of one socket at a peer without scenes.
#include "client.h"
#include <sys/epoll.h>
#include "expand.h"

enum state { SHAKING_HANDS, OPENING, WATCHING, SPEAKING };

struct connection {
    int descriptor, latest, scene;
    enum state state;
    // The bytes of an incomplete message.
    unsigned char *rest;
    size_t length;
};

// Called for each change in a message of a watcher; a change has the text "Change 12 of ...".
static void receive_change(struct connection *connection, int number);

static struct connection *connections, speaker __attribute__((unused)) = {.state = SPEAKING};
static int poller, port, watching, deflating;
// Whether each watcher is another person, whom a proxy names: p0, p1 and so on.
static int are_people;
// The message that opens the scene; none at a peer.
static const char *open_message = "";
static size_t received;
static unsigned char buffer[1 << 20];

static void add(struct connection *connection, const char *path, const char *headers) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    connection->descriptor = connect_to(port);
    epoll_ctl(poller, EPOLL_CTL_ADD, connection->descriptor, &event);
    ask_for_socket(connection->descriptor, path, headers);
}

static void start(struct connection *connection) {
    char person[64] = "", headers[256];
    if (!*open_message) {
        add(connection, "/watch", "");
        return;
    }
    if (are_people) snprintf(person, sizeof person, "Remote-User: p%d\r\n", (int)(connection - connections));
    snprintf(headers, sizeof headers, "Sec-WebSocket-Protocol: oriel.v1\r\n%s%s",
        deflating ? "Sec-WebSocket-Extensions: permessage-deflate\r\n" : "", person);
    add(connection, "/-/socket", headers);
}

static int begins_with(const unsigned char *text, size_t count, const char *beginning) {
    return count >= strlen(beginning) && !memcmp(text, beginning, strlen(beginning));
}

static void find_changes(struct connection *connection, const unsigned char *text, size_t count) {
    static const char word[] = "Change ";
    int last = -1;
    for (const unsigned char *end = text + count;;) {
        text = memmem(text, (size_t)(end - text), word, sizeof word - 1);
        if (!text) return;
        text += sizeof word - 1;
        // A change of several members or rows is reported once for each.
        int number = atoi((const char *)text);
        if (number != last) receive_change(connection, number);
        last = number;
    }
}

static void take_message(struct connection *connection, const unsigned char *text, size_t count) {
    if (connection->state == OPENING) {
        if (begins_with(text, count, "{\"type\":\"principal\"")) return;
        if (!begins_with(text, count, "{\"type\":\"snapshot\"")) fail("not a snapshot: %.*s", (int)count, text);
        const unsigned char *scene = memmem(text, count, "\"scene\":", 8);
        if (scene) connection->scene = atoi((const char *)scene + 8);
        connection->state = WATCHING;
        watching++;
    } else if (connection->state == WATCHING && begins_with(text, count, "{\"type\":\"patch\"")) {
        find_changes(connection, text, count);
    }
}

static size_t take_answer(struct connection *connection, const unsigned char *bytes, size_t count) {
    const unsigned char *end = memmem(bytes, count, "\r\n\r\n", 4);
    if (!end) return 0;
    if (!begins_with(bytes, count, "HTTP/1.1 101")) fail("refused: %.*s", (int)count, bytes);
    if (deflating && !memmem(bytes, count, "permessage-deflate", 18)) fail("no compression");
    connection->state = *open_message ? OPENING : WATCHING;
    if (*open_message) send_frame(connection->descriptor, 1, open_message, strlen(open_message));
    else watching++;
    return (size_t)(end - bytes) + 4;
}

// Reads one frame. Returns its length, or 0 if it is incomplete. The servers send no fragments.
static size_t take_frame(struct connection *connection, const unsigned char *bytes, size_t count) {
    struct frame frame;
    size_t end = find_frame(bytes, count, &frame);
    if (!end) return 0;
    size_t length = frame.length;
    const unsigned char *text = frame.first == 0xC1 ? expand(frame.payload, &length) : frame.payload;
    if (!text) fail("a compressed message is damaged");
    switch (frame.first) {
        case 0x81:
        case 0xC1: take_message(connection, text, length); break;
        case 0x89: send_frame(connection->descriptor, 10, frame.payload, length); break;
        case 0x8A: break;
        case 0x88: fail("the server closed a socket with %d", length >= 2 ? text[0] << 8 | text[1] : 1005); break;
        default: fail("a frame that begins with %#x", frame.first);
    }
    return end;
}

static void receive(struct connection *connection) {
    if (connection->length) memcpy(buffer, connection->rest, connection->length);
    ssize_t count = recv(connection->descriptor, buffer + connection->length, sizeof buffer - connection->length, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) fail("a socket has ended: %s", count ? strerror(errno) : "closed");
    received += (size_t)count;
    // A peer's response to the sender is ignored.
    if (connection->state == SPEAKING) return;
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

static void listen_for(double seconds) {
    for (double end = now() + seconds; now() < end;) turn(20);
}

// Lets the first `count` sockets watch, a few at a time.
static void watch(int count) {
    double end = now() + patience;
    int started = watching;
    while (watching < count) {
        while (started < count && started - watching < 100) start(&connections[started++]);
        turn(100);
        if (now() > end) fail("only %d of %d sockets watch", watching, count);
    }
}

static void prepare(int at_port, int sockets) {
    port = at_port;
    allow_many_sockets();
    poller = epoll_create1(EPOLL_CLOEXEC);
    connections = calloc((size_t)sockets, sizeof *connections);
}
