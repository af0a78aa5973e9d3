import CMalloc
import Foundation
import Glibc

/// Measurements in the units of the tables.
enum Clock {
    /// The processor time of this process so far, in microseconds.
    static var processor: Double { time(CLOCK_PROCESS_CPUTIME_ID) }

    /// The processor time so far of the threads that read and write the database, without the loop, in microseconds.
    static var workers: Double {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.reduce(0) { sum, task in
            let name = (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) ?? ""
            guard !name.hasPrefix("oriel-loop"), !name.hasPrefix("Lists") else { return sum }
            let times = (try? String(contentsOfFile: "/proc/self/task/\(task)/schedstat", encoding: .utf8)) ?? ""
            return sum + (times.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e3
        }
    }

    /// The time, in microseconds.
    static var now: Double { time(CLOCK_MONOTONIC) }

    private static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    /// The number of allocated bytes.
    static var allocatedBytes: Int {
        var text: UnsafeMutablePointer<CChar>?
        var length = 0
        guard let stream = open_memstream(&text, &length) else { return 0 }
        malloc_info(0, stream)
        fclose(stream)
        defer { free(text) }
        // The sums follow the parts of the threads (`heap`): memory from the system, and how much of it is free.
        let sums = text.map { String(cString: $0) }?.components(separatedBy: "</heap>").last ?? ""
        func size(_ name: String) -> Int {
            let rest = sums.components(separatedBy: "type=\"\(name)\"").dropFirst().first ?? ""
            return Int(rest.components(separatedBy: "size=\"").dropFirst().first?.prefix { $0.isNumber } ?? "") ?? 0
        }
        return size("current") + size("mmap") - size("fast") - size("rest")
    }
}

extension [Double] {
    /// The middle value.
    var median: Double { sorted()[count / 2] }
    /// The 99th percentile.
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
