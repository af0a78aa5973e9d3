import Foundation
import Glibc
import TestSupport

/// The input that is being tried, in a file that outlives a crash: its length in eight bytes, then the input.
final class Evidence {
    private static let size = 64 * 1024
    private let path: String
    private let memory: UnsafeMutableRawPointer

    init(_ name: String) throws {
        path = NSTemporaryDirectory() + "oriel-fuzz-\(name)-\(getpid())"
        let file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0, ftruncate(file, off_t(Self.size)) == 0,
            let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
        else { throw ClientError("\(path): \(String(cString: strerror(errno)))") }
        close(file)
        self.memory = memory
        print("fuzz \(name): the current input is in \(path)")
    }

    deinit { munmap(memory, Self.size) }

    func keep(_ input: [UInt8]) {
        let count = min(input.count, Self.size - 8)
        memory.storeBytes(of: UInt64(count), as: UInt64.self)
        input.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { memcpy(memory + 8, start, count) }
        }
    }

    /// Nothing was found.
    func remove() {
        unlink(path)
    }
}
