#ifndef ORIEL_CSQLITE_H
#define ORIEL_CSQLITE_H
/* The library has the preupdate functions; its header hides them without this. */
#define SQLITE_ENABLE_PREUPDATE_HOOK
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdint.h>

/* SQLITE_TRANSIENT is a cast, which Swift does not see: the bytes are copied. */
static inline int csqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull text, uint64_t count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int csqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nonnull bytes, uint64_t count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
/* sqlite3_db_config takes any number of arguments, which Swift cannot call: this is for options that are on or off. */
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

/* Where a connection has the wal-index mapped, which all who have the file open share (https://sqlite.org/walformat.html,
   section 2); NULL where it cannot be had. Valid until the connection is closed. In other modes than WAL the call would make
   an index. */
static inline const volatile uint64_t *_Nullable csqlite_wal_index(sqlite3 *_Nonnull connection) {
  sqlite3_file *file = 0;
  volatile void *index = 0;
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file) return 0;
  if (!file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
  if (file->pMethods->xShmMap(file, 0, 32 * 1024, 0, &index) != SQLITE_OK) return 0;
  return (const volatile uint64_t *)index;
}

/* The two copies of the header with which the wal-index begins. */
struct csqlite_wal_header {
  uint64_t words[12];
};

/* Whether the header is still what is known of it; afterwards it is known. */
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
