import Changes
import JSON
import Lists
import Loop
import Rights
import Scenes
import Stores
import Tables
import ViewModels

/// A store as one audience may see and change it. Screens reach the store only through this type, so that rules and
/// data meet in one place.
@SceneActor struct GrantedStore {
    private let store: Store
    /// What is granted; `nil` if no rule limits anything.
    private let grants: Grants?

    init(_ store: Store, to grants: Grants?) {
        (self.store, self.grants) = (store, grants)
    }

    /// Whether rules limit what is seen.
    var isLimited: Bool { grants != nil }

    /// The name of the file.
    var name: String { store.name }

    /// Opens a list of the visible rows, with the visible values.
    func open(_ query: Query) -> LiveList { store.open(limited(query)) }

    /// Prepares to read all visible rows of a query. Call ``end(_:)`` after use.
    func export(_ query: Query) async throws(StoreError) -> any RowExport { try await store.export(limited(query)) }

    /// Ends an export.
    func end(_ export: any RowExport) async { await store.end(export) }

    /// Returns the whole value of a column of a row, or `nil` if the row or the value is NULL, missing or hidden.
    func value(of column: String, in table: String, id: String) async throws(StoreError) -> StoredValue? {
        try await store.value(of: column, in: table, id: id, within: grants?.rights(in: table, beside: []))
    }

    /// Whether a row is visible, as after a command that may have carried it out of sight.
    func shows(_ id: String, in table: Table) async -> Bool {
        guard isLimited, let key = table.keyColumns.first else { return true }
        return (try? await value(of: key, in: table.name, id: id)) != nil
    }

    /// Runs a command if its row meets a condition, and if the rules allow the change. The rules are checked in the
    /// transaction that writes.
    ///
    /// - Returns: The id of the row.
    func write(
        _ command: WriteCommand, if condition: WriteCommand?, once receipt: Receipt?
    ) async throws(CommandError) -> String? {
        guard let grants else {
            return try await store.write([condition, command].compactMap { $0 }, once: receipt).last?.id
        }
        let guarded = try WriteGuard(grants: grants, schema: store.schema).commands(for: command, if: condition)
        do throws(CommandError) {
            return try await store.write(guarded, once: receipt).last?.id
        } catch {
            throw error.told(to: grants[command.table])
        }
    }

    /// Returns an error of the store as the error of a route, with its text only where no rule limits anything.
    func routeError(_ error: StoreError) -> RouteError {
        .unavailable(code: error.code, message: isLimited ? "This cannot be read at the moment." : error.message)
    }

    private func limited(_ query: Query) -> Query {
        guard let grants else { return query }
        var query = query
        query.rights = grants.rights(in: query.tableName, beside: query.labels.map(\.parentTable))
        return query
    }
}

extension CommandError {
    /// Returns the error without texts of the database and without hidden columns.
    fileprivate func told(to grant: Grant?) -> CommandError {
        switch self {
        case .invalid(let message, let fields):
            .invalid(message: message, fields: fields.filter { grant?.isVisible($0.key) ?? false })
        case .unavailable(.failed): .unavailable(.failed("the database does not answer"))
        case .failed: .failed(message: "The database cannot write.")
        default: self
        }
    }
}
