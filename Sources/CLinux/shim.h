#ifndef ORIEL_CLINUX_H
#define ORIEL_CLINUX_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
static inline void clinux_name_thread(const char *_Nonnull name) { prctl(PR_SET_NAME, name); }
/* renameat2, which file systems may refuse (EINVAL): two files change places; a file is renamed if nothing is there. */
static inline int clinux_exchange(const char *_Nonnull one, const char *_Nonnull other) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2);
}
static inline int clinux_rename_to_nothing(const char *_Nonnull from, const char *_Nonnull to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1);
}
#endif
