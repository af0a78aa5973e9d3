import Glibc

/// The CPU time of threads.
enum ThreadTime {
    /// The CPU time that the current thread has used.
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
