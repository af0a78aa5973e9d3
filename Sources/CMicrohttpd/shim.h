#ifndef ORIEL_CMICROHTTPD_H
#define ORIEL_CMICROHTTPD_H
#include <microhttpd.h>

/* What of libmicrohttpd is variadic, and therefore not visible in Swift. */

struct cmicrohttpd_configuration {
  unsigned int connection_limit;
  size_t connection_memory;
  unsigned int idle_seconds;
  void *_Nullable context;
  MHD_LogCallback _Nonnull log;
  MHD_AccessHandlerCallback _Nonnull handle;
  MHD_RequestCompletedCallback _Nonnull completed;
  MHD_NotifyConnectionCallback _Nonnull connection;
  void *_Nullable (*_Nonnull began)(void *_Nullable, const char *_Nonnull, struct MHD_Connection *_Nonnull);
  size_t (*_Nonnull unescape)(void *_Nullable, struct MHD_Connection *_Nullable, char *_Nonnull);
};

/* Has a connection wait for its client as long as it takes: libmicrohttpd's own time-out counts while nothing is taken. */
static inline void cmicrohttpd_never_time_out(struct MHD_Connection *_Nonnull connection) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
}

/* Starts a daemon without a thread and without a socket that listens: connections are given to it by MHD_add_connection,
   and it is run by MHD_run when its epoll descriptor is ready. */
static inline struct MHD_Daemon *_Nullable
cmicrohttpd_start(const struct cmicrohttpd_configuration *_Nonnull configuration) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME |
          MHD_USE_ERROR_LOG,
      0, NULL, NULL,
      configuration->handle, configuration->context,
      MHD_OPTION_EXTERNAL_LOGGER, configuration->log, configuration->context,
      MHD_OPTION_CONNECTION_LIMIT, configuration->connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, configuration->connection_memory,
      MHD_OPTION_CONNECTION_TIMEOUT, configuration->idle_seconds,
      MHD_OPTION_NOTIFY_COMPLETED, configuration->completed, configuration->context,
      MHD_OPTION_NOTIFY_CONNECTION, configuration->connection, configuration->context,
      MHD_OPTION_URI_LOG_CALLBACK, configuration->began, configuration->context,
      MHD_OPTION_UNESCAPE_CALLBACK, configuration->unescape, configuration->context,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
      MHD_OPTION_END);
}

static inline int cmicrohttpd_epoll_descriptor(struct MHD_Daemon *_Nonnull daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline int cmicrohttpd_descriptor(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/* What is kept with a connection. */
static inline void *_Nullable cmicrohttpd_socket_context(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/* The length of a request's head, from the method to the empty line; 0 when it is not known yet. */
static inline size_t cmicrohttpd_head_size(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/* A response of unknown length is not sent in chunks: its end is the connection's. */
static inline void cmicrohttpd_end_by_closing(struct MHD_Response *_Nonnull response) {
  MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

/* Lets libmicrohttpd forget an upgraded connection and close its own descriptor. */
static inline void cmicrohttpd_forget(struct MHD_UpgradeResponseHandle *_Nonnull handle) {
  MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

#endif
