// Keeps lists of a PostgreSQL database current by running their queries again, over one connection.
//   lists-peer poll   ADDRESS QUERY LISTS...   runs the queries each second
//   lists-peer listen ADDRESS QUERY LISTS...   runs the queries after notifications on the channel "artist"
// LISTS is the query's parameter, an array with an element per list. The query returns a row per list: the list as a
// text, and the number of its last change. Several LISTS run one after the other. Prints a line per list that differs
// from its last result: its place among all lists, and the number.
#include "client.h"
#include <libpq-fe.h>
#include <poll.h>

enum { MOST = 10000 };

static PGconn *connection;
static char *texts[MOST];

// Runs the query for some lists, of which the first has this place, and prints those that changed. Returns their count.
static int compare(int place, const char *lists) {
    PGresult *result = PQexecPrepared(connection, "lists", 1, &lists, NULL, NULL, 0);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) fail("%s", PQerrorMessage(connection));
    int count = PQntuples(result);
    if (place + count > MOST) fail("more than %d lists", MOST);
    for (int i = 0; i < count; i++) {
        char **text = &texts[place + i];
        if (*text && !strcmp(*text, PQgetvalue(result, i, 0))) continue;
        free(*text);
        *text = strdup(PQgetvalue(result, i, 0));
        printf("%d %s\n", place + i, PQgetvalue(result, i, 1));
    }
    PQclear(result);
    fflush(stdout);
    return count;
}

static void compare_all(char **lists) {
    for (int place = 0; *lists; lists++) place += compare(place, *lists);
}

static void poll_each_second(char **lists) {
    for (double due = now();; due += 1) {
        double rest = due - now();
        if (rest > 0) usleep((useconds_t)(rest * 1e6));
        compare_all(lists);
    }
}

// Notifications that arrive during the queries cause one more run together.
static void listen_for_notifications(char **lists) {
    struct pollfd poller = {.fd = PQsocket(connection), .events = POLLIN};
    PGresult *result = PQexec(connection, "LISTEN artist");
    if (PQresultStatus(result) != PGRES_COMMAND_OK) fail("%s", PQerrorMessage(connection));
    PQclear(result);
    for (int is_stale = 1;; is_stale = 0) {
        if (!PQconsumeInput(connection)) fail("%s", PQerrorMessage(connection));
        for (PGnotify *notification; (notification = PQnotifies(connection)); PQfreemem(notification)) is_stale = 1;
        if (is_stale) compare_all(lists);
        else poll(&poller, 1, -1);
    }
}

int main(int count, char **arguments) {
    if (count < 5) fail("usage: lists-peer poll|listen ADDRESS QUERY LISTS...");
    connection = PQconnectdb(arguments[2]);
    if (PQstatus(connection) != CONNECTION_OK) fail("%s", PQerrorMessage(connection));
    PGresult *result = PQprepare(connection, "lists", arguments[3], 0, NULL);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) fail("%s", PQerrorMessage(connection));
    PQclear(result);
    if (!strcmp(arguments[1], "poll")) poll_each_second(arguments + 4);
    listen_for_notifications(arguments + 4);
}
