import Loop
import Scenes
import Lists
import Stores
import Tables

/// The people who may sign in: rows of a table, in the database of access or in the served one.
@SceneActor final class People {
    /// The table of the database of access.
    private static let own = PeopleTable(
        table: "Person", id: "Id", name: "Name", password: "Password", roles: "Roles", active: "IsActive")
    /// The same in a served database.
    private static let served = PeopleTable(
        table: "_oriel_person", id: "id", name: "name", password: "password", roles: "roles", active: "isactive")

    /// Called with the id of a person whose row a program has changed.
    var onChange: ((_ id: String) -> Void)?
    /// Whether people are in the database of access, whose triggers report changes.
    let isOwn: Bool
    private let store: Store
    private let table: PeopleTable
    private var watcher: RowWatcher?
    private var watched: [RowKey: String] = [:]
    private var rows: [String: RowKey] = [:]

    /// Makes the people of the database of access.
    init(of access: AccessStore) {
        (store, table, isOwn) = (access.store, access.isServed ? Self.served : Self.own, true)
    }

    /// Makes the people of a served database.
    ///
    /// - Throws: A sentence, if a column is missing, or the id is not the primary key.
    init(_ table: PeopleTable, of served: Store) throws(AccessError) {
        (store, self.table, isOwn) = (served, table, false)
        guard let found = served.schema.table(named: table.table) else {
            throw AccessError("The setting \"people\" names the table \(table.table), which does not exist.")
        }
        for name in [table.id, table.name, table.password, table.roles, table.active].compactMap(\.self)
        where found.column(named: name) == nil {
            throw AccessError("The setting \"people\" names the column \(name), which \(table.table) does not have.")
        }
        let isKey = found.keyColumns.count == 1 && found.keyColumns[0].isSameName(as: table.id)
        guard isKey || Self.isPrimaryKey(table, found) else {
            throw AccessError("The setting \"people\" has the id \(table.id), which is not the key of \(table.table).")
        }
        guard let affinity = found.column(named: table.id)?.affinity, [.integer, .text].contains(affinity) else {
            throw AccessError(
                "The setting \"people\" has the id \(table.id), which has to be declared INTEGER or TEXT.")
        }
        let report: @SceneActor (Set<RowKey>) -> Void = { [weak self] rows in self?.notify(rows) }
        watcher = RowWatcher(served, onChange: report, onDelete: report)
    }

    /// Whether the id is declared as the whole primary key, which is not the key of a table with a rowid.
    private static func isPrimaryKey(_ people: PeopleTable, _ table: Table) -> Bool {
        table.column(named: people.id)?.primaryKeyPosition == 1
            && table.columns.filter { $0.primaryKeyPosition > 0 }.count == 1
    }

    private func notify(_ rows: Set<RowKey>) {
        for row in rows { if let id = watched[row] { onChange?(id) } }
    }

    /// Returns whether every change of watched people is known: each that is committed, or where only a reading tells,
    /// each that lists of the database show.
    func checkIsCurrent() -> Bool {
        guard let watcher else { return true }
        return store.knowsCommits ? watcher.checkIsCurrent() : watcher.isRead()
    }

    /// Whether ``checkIsCurrent()`` tells of every commit. Otherwise a request waits for ``read()``.
    var knowsCommits: Bool { watcher == nil || store.knowsCommits }

    /// Waits until every change of watched people that is committed now is known.
    ///
    /// - Returns: Whether it is. A database that does not answer tells nothing.
    func read() async -> Bool {
        guard !knowsCommits, let watcher else { return true }
        let start = ContinuousClock.now
        await EventLoop.suspension { continuation in store.whenShown { continuation.resume() } }
        return watcher.isRead(since: start)
    }

    /// Returns the person with this name; `nil` if there is none, or more than one.
    func person(named name: String) async throws(StoreError) -> Person? {
        let found: [Person] = try await store.rows("\(select) WHERE \(table.name.quoted) = ? LIMIT 2", name)
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the person with this id, and reports later changes of the row.
    func follow(_ id: String) async throws(StoreError) -> Person? {
        if let watcher, let row = store.schema.table(named: table.table)?.id(ofKey: [key(id)]) {
            let row = RowKey(table.table, row)
            (watched[row], rows[id]) = (id, row)
            watcher.watch(row)
            await watcher.loaded()
        }
        return try await person(id)
    }

    /// Returns the person with this id.
    func person(_ id: String) async throws(StoreError) -> Person? {
        let found: [Person] = try await store.rows("\(select) WHERE \(table.id.quoted) = ?", id)
        return found.first
    }

    /// Stops reporting changes of a person.
    func forget(_ id: String) {
        guard let row = rows.removeValue(forKey: id) else { return }
        watched[row] = nil
        watcher?.unwatch(row)
    }

    /// Replaces the hash of a password, unless it has changed meanwhile.
    func replace(_ old: String, by new: String, of id: String) async throws {
        let (table, column, key) = (table.table.quoted, table.password.quoted, table.id.quoted)
        try await store.transaction {
            try $0.run("UPDATE \(table) SET \(column) = ? WHERE \(key) = ? AND \(column) = ?", new, id, old)
        }
    }

    private func key(_ id: String) -> SQLValue {
        let isNumber = store.schema.table(named: table.table)?.column(named: table.id)?.affinity == .integer
        return isNumber ? Int64(id).map { .integer($0) } ?? .text(id) : .text(id)
    }

    private var select: String {
        let active = table.active.map { "CASE WHEN \(condition($0)) THEN 1 ELSE 0 END" } ?? "1"
        return """
            SELECT CAST(\(table.id.quoted) AS TEXT) AS id, CAST(\(table.name.quoted) AS TEXT) AS name,
                \(table.password.quoted) AS password, \(table.roles?.quoted ?? "NULL") AS "roleNames",
                \(active) AS "isActive" FROM \(table.table.quoted)
            """
    }

    /// Returns a column as a condition. PostgreSQL takes no number for a condition. In SQLite, a column of numbers may
    /// have a text, which counts as 0.
    private func condition(_ column: String) -> String {
        let kind = store.schema.table(named: table.table)?.column(named: column)?.valueKind
        return kind == .integer ? "\(column.quoted) + 0 <> 0" : column.quoted
    }
}

/// Why the database of access cannot be used, as a sentence.
public struct AccessError: Error, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
