import CSQLite
import Declarations
import Scenes
import TestSupport
import Testing
@testable import Rights
@testable import SQLite
@testable import Stores
@testable import Tables
import ViewModels

/// Rules of who may see what.
@Suite struct RightsFuzzTests {
    /// An expression is refused with a place in it, or is SQL that SQLite takes, whatever the values of the principal.
    @Test func expressions() async throws {
        let database = try Memory()
        try await Fuzzer(name: "rule").run { input in
            let text = String(decoding: input, as: UTF8.self)
            var reader = ExpressionReader(of: database.table, sets: ["teams"], mayReadTime: true)
            do throws(ExpressionFault) {
                let values: [SQLValue] = [.text(text), .null, .integer(.min), .real(-1e300), .blob(Blob(input))]
                let condition = try reader.condition(text).bound(to: ["id": [.text(text)], "teams": values])
                try? database.prepare(condition.sql(of: "t"))
                database.check("SELECT \(SQLValue.text(text).literal)", returns: text)
            } catch {
                if error.offset > text.unicodeScalars.count { database.report("\(error.offset) is outside of \(text)") }
            }
            try database.findings()
        }
    }

    /// A file is refused with places in it, or read.
    @Test func files() async throws {
        let database = try Memory()
        try await Fuzzer(name: "access").run { input in
            let text = String(decoding: input, as: UTF8.self)
            let (rules, faults) = RulesReader.read(text, of: Schema(tables: [database.table]))
            for fault in faults { try Finding.unless(fault.line > 0 && fault.column > 0, "\(fault)") }
            guard faults.isEmpty else { return }
            let grants = rules.grants(of: .nobody, attributes: [:])
            guard let grant = grants["t"] else { return }
            try database.prepare(grant.rows?.sql(of: "t") ?? "1")
        }
    }
}

/// A table in memory that rules can name.
private final class Memory: @unchecked Sendable {  // one thread uses it
    let table: Table
    private let connection: OpaquePointer
    private var found: [String] = []

    init() throws {
        var connection: OpaquePointer?
        sqlite3_open(":memory:", &connection)
        self.connection = try #require(connection)
        sqlite3_exec(connection, "CREATE TABLE t (id INTEGER PRIMARY KEY, Name TEXT, \"a.b\" REAL, any)", nil, nil, nil)
        table = try #require(try SchemaReader(connection: self.connection, isReadOnly: false).read().tables.first)
    }

    deinit { sqlite3_close(connection) }

    func prepare(_ condition: String) throws {
        let sql = "SELECT 1 FROM t WHERE \(condition)"
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        sqlite3_finalize(statement)
        if code != SQLITE_OK { report("\(String(cString: sqlite3_errmsg(connection))): \(sql)") }
    }

    /// Checks that a statement returns this text.
    func check(_ sql: String, returns text: String) {
        guard let value = try? SQLStatement(connection, sql), (try? value.step()) == true else {
            return report("SQLite does not take \(sql)")
        }
        if value.value(0) != .text(text) { report("\(sql) is \(value.value(0))") }
    }

    func report(_ finding: String) { found.append(finding) }

    func findings() throws {
        let all = found
        found = []
        try Finding.unless(all.isEmpty, all.joined(separator: "\n"))
    }
}
