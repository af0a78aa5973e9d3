#ifndef ORIEL_CLINUX_H
#define ORIEL_CLINUX_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <fcntl.h>
#include <malloc.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
/* So many bytes of free memory are not given back to the system, by each of so many arenas. */
static inline void clinux_keep_free_memory(int bytes, int arenas) {
    mallopt(M_TRIM_THRESHOLD, bytes);
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_ARENA_MAX, arenas);
}
static inline void clinux_name_thread(const char *_Nonnull name) { prctl(PR_SET_NAME, name); }
/* send(2) of what is taken at once, without a signal (MSG_DONTWAIT, MSG_NOSIGNAL), and without the C library's preparations for
   a thread that may be cancelled meanwhile. */
static inline ssize_t clinux_send(int descriptor, const void *_Nullable bytes, size_t count) {
    return syscall(SYS_sendto, descriptor, bytes, count, 0x40 | 0x4000, (void *)0, 0);
}
/* memmem(3), which the C library declares only for those who ask for all of GNU: linear in the bytes that are searched. */
void *_Nullable memmem(const void *_Nonnull, size_t, const void *_Nonnull, size_t);
static inline int clinux_contains(const void *_Nonnull bytes, size_t count, const void *_Nonnull pattern, size_t length) {
    if (count < length) return 0;
    if (count > 64) return memmem(bytes, count, pattern, length) != NULL;
    const char *start = bytes, *end = start + count - length + 1; /* to prepare takes longer than to look */
    while (start < end && (start = memchr(start, *(const char *)pattern, end - start)))
        if (memcmp(start++, pattern, length) == 0) return 1;
    return 0;
}
/* renameat2, which file systems may refuse (EINVAL): two files change places; a file is renamed if nothing is there. */
static inline int clinux_exchange(const char *_Nonnull one, const char *_Nonnull other) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2);
}
static inline int clinux_rename_to_nothing(const char *_Nonnull from, const char *_Nonnull to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1);
}
/* Of the sockets that share a port (SO_REUSEPORT), the one at this place gets every new connection: a program for the
   group, of the one instruction "return place" (SO_ATTACH_REUSEPORT_CBPF). At a place where there is none it has no effect. */
static inline int clinux_steer_port(int descriptor, unsigned int place) {
    struct { unsigned short code; unsigned char yes, no; unsigned int value; } instruction = {0x06, 0, 0, place};
    struct { unsigned short count; const void *_Nonnull instructions; } program = {1, &instruction};
    return (int)syscall(SYS_setsockopt, descriptor, 1, 51, &program, sizeof program);
}
/* Takes that away again (SO_DETACH_REUSEPORT_BPF). */
static inline int clinux_unsteer_port(int descriptor) {
    int none = 0;
    return (int)syscall(SYS_setsockopt, descriptor, 1, 68, &none, sizeof none);
}
#endif
