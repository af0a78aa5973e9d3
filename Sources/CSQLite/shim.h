#ifndef ORIEL_CSQLITE_H
#define ORIEL_CSQLITE_H
/* The library has the preupdate functions; its header hides them without this. */
#define SQLITE_ENABLE_PREUPDATE_HOOK
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast, which Swift does not see: the bytes are copied. */
static inline int csqlite_bind_text(sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_blob(sqlite3_stmt *_Nonnull statement, int index, const void *_Nonnull bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
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

#endif
