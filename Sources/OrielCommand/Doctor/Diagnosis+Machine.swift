import CLinux
import Foundation
import Glibc
import Serving

// Kernel, limits and memory.

extension Diagnosis {
    /// Checks the kernel, the limits of open files and connections, and the memory.
    mutating func checkMachine(_ settings: Settings, watching path: String?) {
        checkKernel(settings)
        checkDescriptors(settings)
        checkBacklog()
        if let path { checkEvents(path) }
        checkMemory(settings)
    }

    /// The files that a process opens besides connections.
    private static let ownDescriptors = 100
    /// The memory of a process besides what the settings limit: the program and its threads.
    private static let ownMemory = 128 << 20

    private mutating func checkKernel(_ settings: Settings) {
        let release = Self.line("/proc/sys/kernel/osrelease") ?? ""
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        let isRecent = numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 3)
        expect(
            isRecent || !settings.reusePort, "kernel", "Linux \(release)",
            "Linux \(release): with reusePort, a process that stops may refuse clients. Use Linux 5.3 or newer.")
    }

    private mutating func checkDescriptors(_ settings: Settings) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let most = Int(clamping: limit.rlim_max)
        let wanted = settings.socketLimit + settings.connectionLimit + Self.ownDescriptors
        expect(
            most >= wanted, "open files", "\(most) are allowed, and \(wanted) may be needed",
            "\(most) are allowed, but socketLimit and connectionLimit need \(wanted). Set LimitNOFILE=\(wanted) in the "
                + "unit of systemd, or raise `ulimit -Hn`.")
    }

    private mutating func checkBacklog() {
        guard let waiting = Self.line("/proc/sys/net/core/somaxconn").flatMap({ Int($0) }) else { return }
        expect(
            waiting >= 1024, "backlog", "\(waiting) connections may wait to be accepted",
            "Only \(waiting) connections may wait to be accepted, so many clients that return at once are refused. "
                + "Run `sysctl -w net.core.somaxconn=4096`.")
    }

    /// Tries to watch the folder of the database, as the server does.
    private mutating func checkEvents(_ path: String) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let events = inotify_init1(Int32(IN_CLOEXEC))
        defer { close(events) }
        let isWatched = events >= 0 && inotify_add_watch(events, folder, UInt32(IN_MODIFY)) >= 0
        let reason = String(cString: strerror(errno))
        expect(
            isWatched, "file events", "the folder \(folder) can be watched",
            "The folder \(folder) cannot be watched (\(reason)), so commits of other programs are found by polling. "
                + "Raise fs.inotify.max_user_instances and fs.inotify.max_user_watches by `sysctl -w`.")
    }

    private mutating func checkMemory(_ settings: Settings) {
        let wanted = settings.memoryLimit + settings.databaseMemory + settings.orderMemory + Self.ownMemory
        let limits = Self.controlGroupLimits + [Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))]
        guard let most = limits.min() else { return }
        expect(
            most >= wanted, "memory", "\(most >> 20) MB may be used, and \(wanted >> 20) MB may be needed",
            "\(most >> 20) MB may be used, but memoryLimit, databaseMemory, orderMemory and the program need "
                + "\(wanted >> 20) MB. Lower them, or the kernel may end the program.")
    }

    /// The limits of the control groups of this process (cgroups(7), version 2), from its own to the root.
    private static var controlGroupLimits: [Int] {
        var place = line("/proc/self/cgroup").flatMap { $0.hasPrefix("0::") ? String($0.dropFirst(3)) : nil } ?? "/"
        var limits: [Int] = []
        while true {
            if let limit = line("/sys/fs/cgroup\(place)/memory.max").flatMap({ Int($0) }) { limits.append(limit) }
            guard place.count > 1 else { return limits }
            place = URL(fileURLWithPath: place).deletingLastPathComponent().path
        }
    }

    /// Returns the first line of a file of the system.
    private static func line(_ path: String) -> String? {
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        return text?.split(separator: "\n").first.map(String.init)
    }
}
