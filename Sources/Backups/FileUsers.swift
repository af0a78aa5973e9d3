import Glibc

/// The processes that have files open, as far as this user may see them (`/proc/PID/fd`, proc(5)).
enum FileUsers {
    /// Returns a phrase such as `oriel (process 4711)` for a process that has one of the files open; `nil` if there is
    /// none.
    static func find(of paths: [String]) -> String? {
        let wanted = Set(paths.compactMap(identity))
        guard !wanted.isEmpty else { return nil }
        for process in names(in: "/proc") where Int32(process).map({ $0 != getpid() }) ?? false {
            let folder = "/proc/\(process)/fd"
            guard names(in: folder).contains(where: { identity("\(folder)/\($0)").map(wanted.contains) ?? false })
            else { continue }
            return "\(name(of: process)) (process \(process))"
        }
        return nil
    }

    private struct Identity: Hashable {
        let device: dev_t
        let number: ino_t
    }

    private static func identity(_ path: String) -> Identity? {
        var status = stat()
        return stat(path, &status) == 0 ? Identity(device: status.st_dev, number: status.st_ino) : nil
    }

    /// Returns the names in a folder; none if this user may not read it.
    private static func names(in folder: String) -> [String] { (try? FileCopy.entries(of: folder)) ?? [] }

    private static func name(of process: String) -> String {
        guard let file = fopen("/proc/\(process)/comm", "r") else { return "a program" }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, 64, file) != nil else { return "a program" }
        return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
