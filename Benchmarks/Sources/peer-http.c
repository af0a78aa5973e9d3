// A peer: bare libmicrohttpd, which answers every GET with the bytes of a file.   peer-http FILE
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char tag[] = "\"AAAAAAAAAAA\"";
static struct MHD_Response *document;

static struct MHD_Response *make(size_t count, void *body) {
    struct MHD_Response *response = MHD_create_response_from_buffer(count, body, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(response, "Content-Type", "application/json");
    MHD_add_response_header(response, "ETag", tag);
    MHD_add_response_header(response, "Cache-Control", "no-cache");
    MHD_add_response_header(response, "Vary", "Accept, Cookie, Authorization");
    return response;
}

static enum MHD_Result answer(
    void *state, struct MHD_Connection *connection, const char *url, const char *method, const char *version, const char *upload,
    size_t *upload_size, void **request) {
    (void)state, (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
    // The first call has the headers; the second means that the request is complete.
    if (!*request) {
        *request = (void *)tag;
        return MHD_YES;
    }
    return MHD_queue_response(connection, MHD_HTTP_OK, document);
}

int main(int count, char **arguments) {
    static char body[1 << 20];
    FILE *file = count == 2 ? fopen(arguments[1], "r") : NULL;
    if (!file) return fputs("usage: peer-http FILE\n", stderr), 1;
    document = make(fread(body, 1, sizeof body, file), body);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, NULL, MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END);
    if (!daemon) return fputs("peer-http: it did not start\n", stderr), 1;
    printf("http://127.0.0.1:%d\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    for (;;) pause();
}
