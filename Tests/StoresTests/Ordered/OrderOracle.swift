import CSQLite
import TestSupport
import Testing

@testable import SQLite
@testable import SQLiteEngine
@testable import Tables

/// A table of odd values, and the order in which SQLite has them.
final class OrderOracle {
    private var connection: OpaquePointer?
    let encoder: SortEncoder
    private let terms: String

    init(_ columns: [SortColumn], affinity: String) {
        encoder = SortEncoder(columns)
        terms = columns.enumerated().map { index, column in
            "c\(index) COLLATE \(column.collation.rawValue) \(column.isDescending ? "DESC" : "ASC")"
        }.joined(separator: ", ")
        sqlite3_open(":memory:", &connection)
        let list = columns.indices.map { "c\($0) \(affinity)" }.joined(separator: ", ")
        run("CREATE TABLE t(id INTEGER PRIMARY KEY, \(list))")
    }

    deinit { sqlite3_close(connection) }

    func run(_ sql: String) {
        #expect(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
    }

    func insert(_ rows: [[SQLValue]]) throws {
        run("BEGIN")
        let marks = rows[0].map { _ in "?" }.joined(separator: ", ")
        let statement = try SQLStatement(#require(connection), "INSERT INTO t VALUES (NULL, \(marks))")
        for row in rows { try statement.run(row) }
        run("COMMIT")
    }

    /// The ids in SQLite's order.
    func sorted() throws -> [Int64] {
        var ids: [Int64] = []
        try each("ORDER BY \(terms), id") { ids.append(sqlite3_column_int64($0, 0)) }
        return ids
    }

    /// Goes through the table: a row has its id in column 0, then the values of the terms.
    func each(_ clause: String = "", _ body: (OpaquePointer) throws -> Void) throws {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(connection, "SELECT * FROM t \(clause)", -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        let row = try #require(statement)
        while sqlite3_step(row) == SQLITE_ROW { try body(row) }
    }

    /// All codes in full.
    func codes() throws -> [Int64: [UInt8]] {
        var codes: [Int64: [UInt8]] = [:]
        try each { row in
            encoder.append(codeOf: StatementRow(row), from: 1, to: &codes[sqlite3_column_int64(row, 0), default: []])
        }
        return codes
    }
}

/// Values that are close to each other, or hard to compare.
struct OddValues {
    var random: SeededGenerator
    private static let edges: [SQLValue] = [
        .null, .integer(0), .real(-0.0), .real(0), .integer(.max), .integer(.min), .integer(.max - 1),
        .integer(.max - 512), .integer(.max - 513), .real(0x1p63), .real(-0x1p63), .real(0x1p53), .integer(1 << 53),
        .integer(1 << 53 + 1), .integer(-1 << 53 - 1), .real(.infinity), .real(-.infinity),
        .real(.leastNonzeroMagnitude),
        .real(-.leastNonzeroMagnitude), .real(.greatestFiniteMagnitude), .text(""), .blob(Blob([])), .text(" "),
        .text("\0"), .text("a\0"), .text("A\0b"), .text("a\0B"), .text("a "), .text("a  "), .text("a \0"), .text("[a"),
    ]
    private static let letters: [UInt8] = [0, 1, 2, 0x20, 0x41, 0x42, 0x5B, 0x61, 0x62, 0x80, 0xC3, 0xA9, 0xFE, 0xFF]

    mutating func next() -> SQLValue {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: Self.edges.randomElement(using: &random) ?? .null
        case 1: .integer(Int64.random(in: -3...3, using: &random))
        case 2: .integer(large())
        case 3: .real(Double(large()))
        case 4: .real(Double.random(in: -4...4, using: &random))
        case 5: .blob(Blob(bytes(Int.random(in: 0..<30, using: &random))))
        case 6: .malformed(Blob(bytes(Int.random(in: 0..<5, using: &random))))
        default: .malformed(Blob(common + bytes(Int.random(in: 0..<4, using: &random))))
        }
    }

    mutating func row(_ count: Int) -> [SQLValue] { (0..<count).map { _ in next() } }

    private mutating func large() -> Int64 {
        let size = Int64(1) << Int64.random(in: 50...62, using: &random)
        let near = size &+ Int64.random(in: -3...3, using: &random)
        return Bool.random(using: &random) ? near : -near
    }

    private mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in Self.letters.randomElement(using: &random) ?? 0 }
    }

    /// A beginning that many texts share: shorter than a prefix, as long, or longer.
    private var common: [UInt8] {
        mutating get { Array(repeating: 0x61, count: Int.random(in: 11...18, using: &random)) }
    }
}
