// Changes that watchers see: commits by this process to the server's database, or messages of one socket at a peer without a
// database. Needs watchers.h.
#include <sqlite3.h>

static sqlite3_stmt *update;

// Opens the database with a statement that takes a text as ?1 and a number as ?2; "-" stands for a peer.
static void open_changes(const char *path, const char *statement) {
    sqlite3 *database;
    if (!strcmp(path, "-")) {
        // The response is ignored, because messages follow the request directly.
        add(&speaker, "/publish", "");
        listen_for(0.2);
        return;
    }
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL)) fail("%s: %s", path, sqlite3_errmsg(database));
    sqlite3_busy_timeout(database, 5000);
    if (sqlite3_exec(database, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL)
        || sqlite3_prepare_v2(database, statement, -1, &update, NULL))
        fail("%s: %s", path, sqlite3_errmsg(database));
}

// Makes a change. With one row and this text, its patch has 200 bytes, like the message to a peer.
static void make_change(int number, int row) {
    static const char format[] =
        "{\"type\":\"patch\",\"scene\":1,\"from\":\"AAAAAAAAAAA\",\"to\":\"AAAAAAAAAAA\",\"patch\":"
        "[{\"op\":\"replace\",\"path\":\"/cells/1/title\",\"value\":\"%s\"}]}";
    char name[128], message[256];
    int length = snprintf(name, sizeof name, "Change %d of %d! ", number, getpid());
    int full = 200 - (int)(sizeof format - 3);
    memset(name + length, '.', (size_t)(full - length));
    name[full] = 0;
    if (!update) {
        length = snprintf(message, sizeof message, format, name);
        send_frame(speaker.descriptor, 1, message, (size_t)length);
        return;
    }
    sqlite3_bind_text(update, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_int(update, 2, row);
    int code = sqlite3_step(update);
    sqlite3_reset(update);
    if (code != SQLITE_DONE) fail("a change was not committed: %s", sqlite3_errstr(code));
}
