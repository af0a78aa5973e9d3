#ifndef ORIEL_CLINUX_H
#define ORIEL_CLINUX_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
static inline void clinux_name_thread(const char *_Nonnull name) { prctl(PR_SET_NAME, name); }
#endif
