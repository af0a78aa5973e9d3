import CMalloc
import Glibc

/// What was measured, in the units of the tables.
enum Clock {
    /// The processor time of this process so far, in microseconds.
    static var processor: Double { time(CLOCK_PROCESS_CPUTIME_ID) }

    /// The time, in microseconds.
    static var now: Double { time(CLOCK_MONOTONIC) }

    private static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    /// The bytes that are allocated now.
    static var allocatedBytes: Int {
        let information = mallinfo2()
        return Int(information.uordblks + information.hblkhd)
    }
}

extension [Double] {
    /// The figure in the middle.
    var median: Double { sorted()[count / 2] }
    /// The figure that 99 % are below.
    var ninetyNinth: Double { sorted()[count * 99 / 100] }
}

/// Prints a line of the table.
func show(_ what: String, _ figure: String, goal: String) {
    print("| \(what) | \(figure) | \(goal) |")
    fflush(nil)
}

extension Double {
    /// Two decimals for small figures, none for large ones.
    var short: String {
        let factor: Double = self < 10 ? 100 : self < 100 ? 10 : 1
        let rounded = (self * factor).rounded() / factor
        return factor == 1 ? String(Int(rounded)) : String(rounded)
    }
}
