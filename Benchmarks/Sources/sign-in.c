// Signs many people in at once, again and again, and prints how many sign-ins succeeded and how many were refused as too many.
//   sign-in PORT PEOPLE SECONDS   the people are p0, p1 and so on, whose password is the word of Benchmarks/shell/rights.sh
#include "client.h"
#include <poll.h>

static int port, people;

// Connects, and requests the sign-in of a person.
static int request(int person) {
    char body[128], text[512];
    int descriptor = connect_to(port);
    snprintf(body, sizeof body, "{\"name\":\"p%d\",\"password\":\"a horse in the rain\"}", person);
    int length = snprintf(text, sizeof text,
        "POST /-/sign-in HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nConnection: close\r\n"
        "Content-Type: application/json\r\nAccept: application/json\r\nContent-Length: %zu\r\n\r\n%s",
        port, port, strlen(body), body);
    send_all(descriptor, text, (size_t)length);
    return descriptor;
}

int main(int count, char **arguments) {
    if (count != 4) fail("usage: sign-in PORT PEOPLE SECONDS");
    port = atoi(arguments[1]);
    people = atoi(arguments[2]);
    struct pollfd *sockets = calloc((size_t)people, sizeof *sockets);
    int *statuses = calloc((size_t)people, sizeof *statuses), signed_in = 0, refused = 0;
    for (int i = 0; i < people; i++) sockets[i] = (struct pollfd){request(i), POLLIN, 0};
    for (double end = now() + atof(arguments[3]); now() < end;) {
        char bytes[4096];
        poll(sockets, (nfds_t)people, 20);
        for (int i = 0; i < people; i++) {
            if (!sockets[i].revents) continue;
            ssize_t length = recv(sockets[i].fd, bytes, sizeof bytes - 1, 0);
            if (length > 12 && !statuses[i]) statuses[i] = atoi(bytes + 9);
            if (length > 0) continue;
            if (statuses[i] == 200) signed_in++;
            else if (statuses[i] == 503 || statuses[i] == 429) refused++;
            else fail("a sign-in was answered with %d", statuses[i]);
            close(sockets[i].fd);
            statuses[i] = 0;
            sockets[i].fd = request(i);
        }
    }
    printf("%d %d\n", signed_in, refused);
    return 0;
}
