import Backups
import CLinux
import CSQLite
import Dispatch
import Files
import Foundation
import Glibc
import SQLite

// The files that a server reads and writes.

extension Diagnosis {
    /// Checks a SQLite database that a server writes, unless it is read-only.
    mutating func checkDatabase(_ path: String, isReadOnly: Bool, lasting limit: Duration) {
        guard checkFile(path, isReadOnly: isReadOnly) else { return }
        checkDisk(path)
        guard FileContent.isDatabase(path) else {
            let isJSON = FileManager.default.contents(atPath: path).map {
                (try? JSONSerialization.jsonObject(with: $0)) != nil
            }
            return expect(
                isJSON == true, "content", "\(path) is valid JSON", else: .error,
                "\(path) is neither a SQLite database nor valid JSON. Restore a backup (`oriel restore`).")
        }
        do throws(SQLFailure) {
            let connection = try SQLConnection(path, .reading, busyTimeout: .seconds(5))
            let mode = try connection.texts("PRAGMA journal_mode").first ?? ""
            expect(
                mode == "wal" || isReadOnly, "journal", "\(path) is in \(mode) mode",
                "\(path) is in \(mode) mode, so reads block writers. Run `oriel serve \(path) --wal` once.")
            try checkIntegrity(path, of: connection, lasting: limit)
        } catch {
            note(
                .error, "content", "\(path) cannot be read: \(error.message). Restore a backup (`oriel restore`).")
        }
    }

    /// Checks that a file exists, and who may read and write it. Returns whether it can be read.
    mutating func checkFile(_ path: String, isReadOnly: Bool = true) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            note(.error, "file", "\(path): \(String(cString: strerror(errno))). Name a file that exists.")
            return false
        }
        guard access(path, R_OK) == 0 else {
            note(.error, "file", "\(path) cannot be read by this user. Change its owner with `chown`.")
            return false
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let isWritable = access(path, W_OK) == 0 && access(folder, W_OK) == 0
        expect(
            isReadOnly || isWritable, "file", "\(path) can be \(isReadOnly ? "read" : "written")", else: .error,
            "\(path) or its folder cannot be written by this user. Change the owner with `chown`, or set readOnly.")
        expect(
            status.st_mode & 0o007 == 0, "permissions", "\(path) is closed to other users",
            "\(path) is open to every user of this machine. Run `chmod o= \(path)`.")
        return true
    }

    /// Checks the file system, and the room on it.
    private mutating func checkDisk(_ path: String) {
        var (status, room) = (stat(), statvfs())
        guard stat(path, &status) == 0, statvfs(path, &room) == 0 else { return }
        let kind = Self.kind(clinux_file_system(path))
        let isNetwork = kind?.isNetwork ?? false
        expect(
            kind == nil, "file system", "\(path) is on a disk of this machine", else: isNetwork ? .error : .warning,
            isNetwork
                ? "\(path) is on \(kind?.name ?? ""), where WAL mode and locks do not work. Move it to a disk."
                : "\(path) is in memory (tmpfs), and lost when the machine restarts. Move it to a disk.")
        let free = Int64(clamping: UInt64(room.f_bavail) * UInt64(room.f_frsize))
        expect(
            free > max(Int64(status.st_size), 64 << 20), "disk", "\(free >> 20) MB are free beside \(path)",
            "Only \(free >> 20) MB are free beside \(path). Its log and a backup need as much as the database has, and "
                + "at least 64 MB. Free some space.")
    }

    /// Returns the name of a file system that is not a disk, by its magic number (statfs(2)).
    private static func kind(_ magic: UInt) -> (name: String, isNetwork: Bool)? {
        switch magic {
        case 0x6969: ("NFS", true)
        case 0xFF53_4D42, 0xFE53_4D42, 0x517B: ("SMB", true)
        case 0x0102_1997: ("9P", true)
        case 0x00C3_6400: ("Ceph", true)
        case 0x0102_1994: ("tmpfs", false)
        default: nil
        }
    }

    private mutating func checkIntegrity(
        _ path: String, of connection: borrowing SQLConnection, lasting limit: Duration
    ) throws(SQLFailure) {
        do throws(SQLFailure) {
            // Interrupted by another thread, because SQLite 3.40 checks a whole table in one step.
            nonisolated(unsafe) let handle = connection.handle  // guard: SQLite permits it while the database is open
            let queue = DispatchQueue(label: "oriel.doctor")
            let clock = DispatchSource.makeTimerSource(queue: queue)
            clock.schedule(deadline: .now() + limit / .seconds(1), repeating: .milliseconds(10))
            clock.setEventHandler { sqlite3_interrupt(handle) }
            clock.activate()
            defer {
                clock.cancel()
                queue.sync {}  // no interruption follows
            }
            let faults = try connection.texts("PRAGMA quick_check(3)")
            expect(
                faults == ["ok"], "content", "\(path) is whole (quick_check)", else: .error,
                "\(path) is damaged: \(faults.joined(separator: "; ")). Restore a backup (`oriel restore`).")
        } catch {
            guard error.isInterruption else { throw error }
            note(.warning, "content", "\(path) is too large to check in \(limit). Raise --seconds.")
        }
    }
}
