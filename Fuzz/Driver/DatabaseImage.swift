import CSQLite
import Foundation
import Lists
import Stores
import TestSupport

/// The files of a database, its write-ahead log among them, as bytes that can be damaged.
struct DatabaseImage: Sendable {
    var file: [UInt8]
    var log: [UInt8]

    /// The files at a path.
    init(path: String) throws {
        file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        log = FileManager.default.contents(atPath: path + "-wal").map { [UInt8]($0) } ?? []
    }

    /// Makes a database in a folder: by SQL that has to run, and SQL that may be refused.
    init(_ sql: String, then hostile: [String] = [], in folder: String) throws {
        let path = folder + "/seed.sqlite"
        for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) }
        var connection: OpaquePointer?
        guard sqlite3_open(path, &connection) == SQLITE_OK else { throw ClientError("\(path) cannot be opened") }
        defer { sqlite3_close_v2(connection) }
        let setUp = "PRAGMA page_size = 1024; PRAGMA wal_autocheckpoint = 0; \(sql)"
        guard sqlite3_exec(connection, setUp, nil, nil, nil) == SQLITE_OK else {
            throw ClientError(String(cString: sqlite3_errmsg(connection)))
        }
        sqlite3_exec(connection, "PRAGMA writable_schema = ON", nil, nil, nil)
        for sql in hostile { sqlite3_exec(connection, sql, nil, nil, nil) }
        try self.init(path: path)  // before a checkpoint empties the log
    }

    /// Writes the files.
    func write(to path: String) throws {
        for end in ["-wal", "-shm", "-journal"] { unlink(path + end) }
        try Data(file).write(to: URL(fileURLWithPath: path))
        if !log.isEmpty { try Data(log).write(to: URL(fileURLWithPath: path + "-wal")) }
    }

    /// Damages the files in up to eight places.
    mutating func damage(_ random: inout SeededGenerator) {
        for _ in 0..<(1 << Int.random(in: 0...3, using: &random)) {
            if !log.isEmpty, Bool.random(using: &random) {
                Self.damage(&log, &random)
            } else {
                Self.damage(&file, &random)
            }
        }
    }

    /// Numbers that readers of the format may stumble over, of one, two and four bytes.
    private static let numbers: [[UInt8]] = [
        [0], [1], [0x7F], [0x80], [0xFF], [0, 0], [0, 1], [0x7F, 0xFF], [0xFF, 0xFF], [0x03, 0xFF], [0, 0, 0, 0],
        [0, 0, 0, 1],
        [0, 0, 0, 2], [0x7F, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF],
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7F],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x02], [0x05], [0x0A], [0x0D],
    ]

    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let size = 1_024
        guard bytes.count >= size else { return }
        let page = Int.random(in: 0..<bytes.count / size, using: &random) * size
        let other = Int.random(in: 0..<bytes.count / size, using: &random) * size
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes[page + Int.random(in: 0..<size, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: put(numbers, in: page..<page + 12, of: &bytes, &random)  // the head of a page
        case 2: put(numbers, in: page..<page + 64, of: &bytes, &random)  // where its cells are
        case 3: put(numbers, in: page..<page + size, of: &bytes, &random)
        case 4: put(numbers, in: 16..<100, of: &bytes, &random)  // the head of the file
        case 5: bytes.replaceSubrange(page..<page + size, with: Array(bytes[other..<other + size]))
        case 6: bytes.removeLast(Int.random(in: 0..<min(bytes.count, 3 * size), using: &random))
        default: bytes.replaceSubrange(page..<page + size, with: repeatElement(0, count: size))
        }
    }

    private static func put(
        _ numbers: [[UInt8]], in range: Range<Int>, of bytes: inout [UInt8], _ random: inout SeededGenerator
    ) {
        let place = Int.random(in: range, using: &random)
        let number = (numbers.randomElement(using: &random) ?? []).prefix(bytes.count - place)
        bytes.replaceSubrange(place..<place + number.count, with: number)
    }
}
