import CLinux
import Glibc

/// How the C library treats memory that is free again.
enum FreeMemory {
    /// What is kept for what comes next, of each of the places that threads take memory from, and how many places there are.
    private static let kept: CInt = 16 << 20
    private static let places: CInt = 4

    /// Has some of it kept, rather than given back to the system and fetched again page by page: to compare a list of 100,000
    /// rows takes some megabytes each time, and a fifth of the time was that. Who sets `MALLOC_TRIM_THRESHOLD_` knows better.
    static func keepSome() {
        guard getenv("MALLOC_TRIM_THRESHOLD_") == nil else { return }
        clinux_keep_free_memory(kept, places)
    }
}
