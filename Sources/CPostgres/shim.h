#ifndef ORIEL_CPOSTGRES_H
#define ORIEL_CPOSTGRES_H
#include <dlfcn.h>
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h> /* Debian */
#else
#include <libpq-fe.h>
#endif

/* libpq is loaded when a database is opened, so that a machine without PostgreSQL needs no library of it. Every function
   below calls the one of libpq without the prefix "lib" and with "PQ", and requires that this has returned 1. */
static inline int libpq_load(void) { return dlopen("libpq.so.5", RTLD_NOW | RTLD_GLOBAL) != NULL; }

/* Whether the loaded libpq has pipeline mode (version 14). */
static inline int libpq_hasPipelines(void) { return dlsym(RTLD_DEFAULT, "PQenterPipelineMode") != NULL; }

#define LIBPQ(result, name, parameters, arguments) \
    static inline result libpq_##name parameters { \
        static result(*function) parameters; \
        if (!function) *(void **)&function = dlsym(RTLD_DEFAULT, "PQ" #name); \
        return function arguments; \
    }

LIBPQ(PGconn *_Nullable, connectdbParams, (const char *_Nullable const *_Nonnull names, const char *_Nullable const *_Nonnull values, int expand), (names, values, expand))
LIBPQ(void, finish, (PGconn *_Nullable connection), (connection))
LIBPQ(ConnStatusType, status, (const PGconn *_Nullable connection), (connection))
LIBPQ(char *_Nullable, errorMessage, (const PGconn *_Nullable connection), (connection))
LIBPQ(int, socket, (const PGconn *_Nullable connection), (connection))
LIBPQ(PGTransactionStatusType, transactionStatus, (const PGconn *_Nullable connection), (connection))
LIBPQ(PQnoticeReceiver _Nullable, setNoticeReceiver, (PGconn *_Nullable connection, PQnoticeReceiver _Nullable receiver, void *_Nullable context), (connection, receiver, context))
LIBPQ(PGcancel *_Nullable, getCancel, (PGconn *_Nullable connection), (connection))
LIBPQ(int, cancel, (PGcancel *_Nullable cancel, char *_Nullable reason, int size), (cancel, reason, size))
LIBPQ(void, freeCancel, (PGcancel *_Nullable cancel), (cancel))
LIBPQ(int, sendQuery, (PGconn *_Nullable connection, const char *_Nonnull sql), (connection, sql))
LIBPQ(int, sendQueryParams, (PGconn *_Nullable connection, const char *_Nonnull sql, int count, const Oid *_Nullable types, const char *_Nullable const *_Nullable values, const int *_Nullable lengths, const int *_Nullable formats, int format), (connection, sql, count, types, values, lengths, formats, format))
LIBPQ(int, sendPrepare, (PGconn *_Nullable connection, const char *_Nonnull name, const char *_Nonnull sql, int count, const Oid *_Nullable types), (connection, name, sql, count, types))
LIBPQ(int, sendQueryPrepared, (PGconn *_Nullable connection, const char *_Nonnull name, int count, const char *_Nullable const *_Nullable values, const int *_Nullable lengths, const int *_Nullable formats, int format), (connection, name, count, values, lengths, formats, format))
LIBPQ(int, enterPipelineMode, (PGconn *_Nullable connection), (connection))
LIBPQ(int, pipelineSync, (PGconn *_Nullable connection), (connection))
LIBPQ(int, exitPipelineMode, (PGconn *_Nullable connection), (connection))
LIBPQ(int, isBusy, (PGconn *_Nullable connection), (connection))
LIBPQ(int, consumeInput, (PGconn *_Nullable connection), (connection))
LIBPQ(PGresult *_Nullable, getResult, (PGconn *_Nullable connection), (connection))
LIBPQ(ExecStatusType, resultStatus, (const PGresult *_Nullable result), (result))
LIBPQ(char *_Nullable, resultErrorField, (const PGresult *_Nullable result, int field), (result, field))
LIBPQ(char *_Nullable, resultErrorMessage, (const PGresult *_Nullable result), (result))
LIBPQ(int, ntuples, (const PGresult *_Nullable result), (result))
LIBPQ(int, nfields, (const PGresult *_Nullable result), (result))
LIBPQ(char *_Nonnull, fname, (const PGresult *_Nullable result, int column), (result, column))
LIBPQ(Oid, ftype, (const PGresult *_Nullable result, int column), (result, column))
LIBPQ(int, getisnull, (const PGresult *_Nullable result, int row, int column), (result, row, column))
LIBPQ(char *_Nullable, getvalue, (const PGresult *_Nullable result, int row, int column), (result, row, column))
LIBPQ(int, getlength, (const PGresult *_Nullable result, int row, int column), (result, row, column))
LIBPQ(char *_Nonnull, cmdStatus, (PGresult *_Nullable result), (result))
LIBPQ(char *_Nonnull, cmdTuples, (PGresult *_Nullable result), (result))
LIBPQ(size_t, resultMemorySize, (const PGresult *_Nullable result), (result))
LIBPQ(void, clear, (PGresult *_Nullable result), (result))
LIBPQ(int, getCopyData, (PGconn *_Nullable connection, char *_Nullable *_Nonnull buffer, int async), (connection, buffer, async))
LIBPQ(int, putCopyData, (PGconn *_Nullable connection, const char *_Nullable bytes, int count), (connection, bytes, count))
LIBPQ(int, putCopyEnd, (PGconn *_Nullable connection, const char *_Nullable error), (connection, error))
LIBPQ(int, flush, (PGconn *_Nullable connection), (connection))
LIBPQ(PQconninfoOption *_Nullable, conninfo, (PGconn *_Nullable connection), (connection))
LIBPQ(void, conninfoFree, (PQconninfoOption *_Nullable options), (options))
LIBPQ(void, freemem, (void *_Nullable memory), (memory))
#undef LIBPQ
#endif
