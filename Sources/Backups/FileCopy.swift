import Cryptography
import Glibc

/// Reads and copies whole files, with their hashes.
enum FileCopy {
    private static let piece = 1 << 20

    /// Returns the size and the hash of a file.
    static func hash(_ path: String) throws(BackupError) -> (bytes: Int64, sha256: String) {
        let source = try Descriptor(path, O_RDONLY)
        return try read(source, path) { _ throws(BackupError) in }
    }

    /// Copies a file to a path that nothing has, and writes it to the disk.
    static func copy(_ path: String, to target: String, mode: UInt32) throws(BackupError) -> (
        bytes: Int64, sha256: String
    ) {
        let source = try Descriptor(path, O_RDONLY)
        let copy = try Descriptor(target, O_WRONLY | O_CREAT | O_EXCL, mode)
        let result = try read(source, path) { bytes throws(BackupError) in
            var done = 0
            while done < bytes.count {
                let count = bytes[done...].withUnsafeBytes { write(copy.number, $0.baseAddress, $0.count) }
                guard count > 0 else { throw BackupError(system: target) }
                done += count
            }
        }
        guard fchmod(copy.number, mode) == 0, fsync(copy.number) == 0 else { throw BackupError(system: target) }
        return result
    }

    /// Writes a file or a folder to the disk.
    static func synchronize(_ path: String) throws(BackupError) {
        let file = try Descriptor(path, O_RDONLY)
        guard fsync(file.number) == 0 else { throw BackupError(system: path) }
    }

    /// The kind of what is at a path, such as `S_IFDIR`, also behind a symbolic link.
    static func kind(of path: String) throws(BackupError) -> UInt32 {
        var status = stat()
        guard stat(path, &status) == 0 else { throw BackupError(system: path) }
        return status.st_mode & S_IFMT
    }

    /// Returns the paths of all files in a folder and its folders, relative to it.
    static func names(in folder: String) throws(BackupError) -> [String] {
        var names: [String] = []
        for name in try entries(of: folder) {
            let path = "\(folder)/\(name)"
            switch try kind(of: path) {
            case S_IFREG: names.append(name)
            case S_IFDIR where !isLink(path): names += try self.names(in: path).map { "\(name)/\($0)" }
            default: throw BackupError("\(path): It is neither a file nor a folder. Move it out of the folder.")
            }
        }
        return names.sorted()
    }

    /// Returns the names of what is in a folder.
    static func entries(of folder: String) throws(BackupError) -> [String] {
        guard let stream = opendir(folder) else { throw BackupError(system: folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.filter { ![".", ".."].contains($0) }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The permissions of a file.
    static func mode(_ path: String) throws(BackupError) -> UInt32 {
        var status = stat()
        guard stat(path, &status) == 0 else { throw BackupError(system: path) }
        return status.st_mode & 0o777
    }

    private static func read(
        _ source: borrowing Descriptor, _ path: String, _ body: ([UInt8]) throws(BackupError) -> Void
    ) throws(BackupError) -> (bytes: Int64, sha256: String) {
        let hash = RunningHash(.sha256)
        var total: Int64 = 0
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: piece) { buffer, initialized in
                count = Glibc.read(source.number, buffer.baseAddress, buffer.count)
                initialized = max(count, 0)
            }
            guard count >= 0 else { throw BackupError(system: path) }
            guard count > 0 else { return (total, hash.takeHex()) }
            hash.append(bytes)
            total += Int64(count)
            try body(bytes)
        }
    }
}

/// An open file, closed with the value.
private struct Descriptor: ~Copyable {
    let number: Int32

    init(_ path: String, _ flags: Int32, _ mode: UInt32 = 0) throws(BackupError) {
        number = open(path, flags | O_CLOEXEC, mode)
        guard number >= 0 else { throw BackupError(system: path) }
    }

    deinit { close(number) }
}
