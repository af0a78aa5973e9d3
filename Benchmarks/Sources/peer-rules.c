// The way of servers that ask a rule for each client and event: a prepared statement for each client, and nothing else.
//   peer-rules DATABASE CLIENTS SECONDS   prints: microseconds of processor time per event
#include "client.h"
#include <sqlite3.h>

int main(int count, char **arguments) {
    if (count != 4) fail("usage: peer-rules DATABASE CLIENTS SECONDS");
    int clients = atoi(arguments[2]), events = 0, concerned = 0;
    sqlite3 *database;
    sqlite3_stmt *rule;
    if (sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READONLY, NULL)
        || sqlite3_prepare_v2(database, "SELECT 1 FROM Artist WHERE ArtistId = ?1 AND Owner = ?2", -1, &rule, NULL))
        fail("%s", sqlite3_errmsg(database));
    char(*names)[16] = calloc((size_t)clients, sizeof *names);
    for (int i = 0; i < clients; i++) snprintf(names[i], sizeof names[i], "p%d", i);
    double begin = now();
    clock_t start = clock();
    for (; now() < begin + atof(arguments[3]); events++) {
        // The rows of one event are read in one transaction, like those of a commit.
        sqlite3_exec(database, "BEGIN", NULL, NULL, NULL);
        sqlite3_bind_int(rule, 1, events * 7919 % clients + 1);
        for (int i = 0; i < clients; i++) {
            sqlite3_bind_text(rule, 2, names[i], -1, SQLITE_STATIC);
            if (sqlite3_step(rule) == SQLITE_ROW) concerned++;
            sqlite3_reset(rule);
        }
        sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
    }
    if (concerned != events) fail("%d events concerned %d clients", events, concerned);
    printf("%.0f\n", (double)(clock() - start) / CLOCKS_PER_SEC / events * 1e6);
    return 0;
}
