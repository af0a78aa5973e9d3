#ifndef ORIEL_CSQLITE_H
#define ORIEL_CSQLITE_H
/* Makes the header declare the preupdate functions, which the library contains. */
#define SQLITE_ENABLE_PREUPDATE_HOOK
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdint.h>

/* SQLITE_TRANSIENT (copies the bytes) is a cast, which Swift cannot import. */
static inline int csqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull text, uint64_t count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int csqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nonnull bytes, uint64_t count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
/* Sets an option that is on or off. Swift cannot call sqlite3_db_config, which is variadic. */
static inline int csqlite_set_option(sqlite3 *_Nonnull connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}
/* The extended codes, which are expressions of macros. */
static const int csqlite_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int csqlite_constraint_primarykey = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int csqlite_constraint_rowid = SQLITE_CONSTRAINT_ROWID;
static const int csqlite_constraint_notnull = SQLITE_CONSTRAINT_NOTNULL;
static const int csqlite_constraint_check = SQLITE_CONSTRAINT_CHECK;
static const int csqlite_constraint_foreignkey = SQLITE_CONSTRAINT_FOREIGNKEY;
static const int csqlite_constraint_datatype = SQLITE_CONSTRAINT_DATATYPE;
static const int csqlite_readonly_dbmoved = SQLITE_READONLY_DBMOVED;

/* Returns the connection's mapping of the wal-index, which all connections to the file share
   (https://sqlite.org/walformat.html, section 2); NULL if there is no mapping. Valid until the connection is closed.
   Call it in WAL mode only: in other modes, the call would create an index. */
static inline const volatile uint64_t *_Nullable csqlite_wal_index(sqlite3 *_Nonnull connection) {
  sqlite3_file *file = 0;
  volatile void *index = 0;
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file) return 0;
  if (!file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
  if (file->pMethods->xShmMap(file, 0, 32 * 1024, 0, &index) != SQLITE_OK) return 0;
  return (const volatile uint64_t *)index;
}

/* The start of the wal-index: two copies of its header. */
struct csqlite_wal_header {
  uint64_t words[12];
};

/* Returns whether the header equals `known`, and stores the header there. */
static inline int csqlite_is_wal_unchanged(
    const volatile uint64_t *_Nonnull index, struct csqlite_wal_header *_Nonnull known) {
  uint64_t difference = 0;
  for (int i = 0; i < 12; i++) {
    uint64_t word = index[i];
    difference |= word ^ known->words[i];
    known->words[i] = word;
  }
  atomic_thread_fence(memory_order_acquire);
  return difference == 0;
}

#endif
