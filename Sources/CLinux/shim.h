#ifndef ORIEL_CLINUX_H
#define ORIEL_CLINUX_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/vfs.h>
#include <fcntl.h>
#include <malloc.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
/* Keeps up to `bytes` of free memory in each of `arenas` arenas, instead of returning it to the system. */
static inline void clinux_keep_free_memory(int bytes, int arenas) {
    mallopt(M_TRIM_THRESHOLD, bytes);
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_ARENA_MAX, arenas);
}
/* A descriptor that is readable when a child process has ended (pidfd_open(2)). */
static inline int clinux_process_descriptor(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }
/* Names the calling thread, for ps(1) and profilers. */
static inline void clinux_name_thread(const char *_Nonnull name) { prctl(PR_SET_NAME, name); }
/* send(2) without blocking and without a signal (MSG_DONTWAIT, MSG_NOSIGNAL). The system call skips the C library's
   preparations for the cancellation of threads. */
static inline ssize_t clinux_send(int descriptor, const void *_Nullable bytes, size_t count) {
    return syscall(SYS_sendto, descriptor, bytes, count, 0x40 | 0x4000, (void *)0, 0);
}
/* memmem(3), which the C library declares only with _GNU_SOURCE. Linear in the bytes that are searched. */
void *_Nullable memmem(const void *_Nonnull, size_t, const void *_Nonnull, size_t);
static inline int clinux_contains(const void *_Nonnull bytes, size_t count, const void *_Nonnull pattern, size_t length) {
    if (count < length) return 0;
    if (count > 64) return memmem(bytes, count, pattern, length) != NULL;
    const char *start = bytes, *end = start + count - length + 1; /* for short texts, memmem's preparation takes longer than this search */
    while (start < end && (start = memchr(start, *(const char *)pattern, end - start)))
        if (memcmp(start++, pattern, length) == 0) return 1;
    return 0;
}
/* Exchanges two files (renameat2(2)). File systems may refuse it with EINVAL. */
static inline int clinux_exchange(const char *_Nonnull one, const char *_Nonnull other) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2);
}
/* Renames a file, unless the new name exists (renameat2(2)). File systems may refuse it with EINVAL. */
static inline int clinux_rename_to_nothing(const char *_Nonnull from, const char *_Nonnull to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1);
}
/* Directs every new connection to one of the sockets that share a port (SO_REUSEPORT), by a filter with the single
   instruction "return place" (SO_ATTACH_REUSEPORT_CBPF). It has no effect if the place has no socket. */
static inline int clinux_steer_port(int descriptor, unsigned int place) {
    struct { unsigned short code; unsigned char yes, no; unsigned int value; } instruction = {0x06, 0, 0, place};
    struct { unsigned short count; const void *_Nonnull instructions; } program = {1, &instruction};
    return (int)syscall(SYS_setsockopt, descriptor, 1, 51, &program, sizeof program);
}
/* Removes the filter (SO_DETACH_REUSEPORT_BPF). */
static inline int clinux_unsteer_port(int descriptor) {
    int none = 0;
    return (int)syscall(SYS_setsockopt, descriptor, 1, 68, &none, sizeof none);
}
/* The magic number of the file system of a file (statfs(2)); 0 if it is unknown. */
static inline unsigned long clinux_file_system(const char *_Nonnull path) {
    struct statfs system;
    return statfs(path, &system) == 0 ? (unsigned long)system.f_type : 0;
}
/* Begins to write a part of a file to the disk (sync_file_range(2), which the C library declares only with _GNU_SOURCE). */
static inline void clinux_begin_writing(int descriptor, long long offset, long long count) {
    syscall(SYS_sync_file_range, descriptor, offset, count, 2);
}
/* Writes a part of a file to the disk, and waits until it is written. */
static inline void clinux_finish_writing(int descriptor, long long offset, long long count) {
    syscall(SYS_sync_file_range, descriptor, offset, count, 1 | 2 | 4);
}
#endif
