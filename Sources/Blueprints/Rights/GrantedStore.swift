import Changes
import DataSources
import JSON
import Lists
import Loop
import Models
import Rights
import Scenes
import Stores
import Tables
import ViewModels

/// A store as principals with the same rights may see and change it. Screens reach the store only through this type, so
/// that rules and data meet in one place.
///
///     screen("/tickets", by: rules) { _, desk in TicketsViewModel(desk) }
///     …
///     list = CellList(desk.list("Ticket", sort: ["Title"]) { TicketCell($0) })
///     try await desk.write(.insert(table: "Ticket", values: ["Title": "It rains in"]))
///
/// Lists have the visible rows. A hidden value is NULL. Hidden columns and tables do not exist. A filter, a search, an
/// order or a section by a hidden column is the list's problem `query-failed`. A hidden table is the problem `gone`.
/// Totals and SQL cannot be limited, so they are refused too. A command fails as the rules say. ``owner`` is the same
/// store without limits.
@SceneActor public struct GrantedStore {
    private let store: Store
    /// The grants; `nil` if no rule limits anything.
    private let grants: Grants?

    init(_ store: Store, to grants: Grants?) {
        (self.store, self.grants) = (store, grants)
    }

    /// Whether rules limit what is seen.
    public var isLimited: Bool { grants != nil }

    /// The name of the file.
    public var name: String { store.name }

    /// A way to change rows.
    public enum Change: Sendable {
        /// A new row.
        case insert
        /// Other values in a row.
        case update
        /// The end of a row.
        case delete
    }

    /// Whether the rules permit a change of some rows of a table.
    public func permits(_ change: Change, in table: String) -> Bool {
        guard let grants else { return true }
        guard let grant = grants[table] else { return false }
        return switch change {
        case .insert: grant.insertion != nil
        case .update: grant.update != nil
        case .delete: grant.deletion != nil
        }
    }

    /// Whether the rules permit a change of a row, as the row was when it was read from this store. It is read again
    /// after a change. Which values an update may write, the rules check when it is run.
    public func permits(_ change: Change, of record: Record) -> Bool {
        guard isLimited else { return true }
        return switch change {
        case .insert: permits(.insert, in: record.table)
        case .update: record.meets(condition: 0)
        case .delete: record.meets(condition: 1)
        }
    }

    /// Whether the rules permit a change of the row of a model; no while the row is unknown. See ``permits(_:of:)``.
    public func permits(_ change: Change, of row: RowModel) -> Bool {
        row.record.map { permits(change, of: $0) } ?? false
    }

    /// Opens a list of the visible rows, with the visible values, by a query that was derived from the visible schema.
    func open(derived query: Query) -> LiveList { store.open(limited(query)) }

    /// Prepares to read all visible rows of a query. Call ``end(_:)`` after use.
    func export(_ query: Query) async throws(StoreError) -> any RowExport { try await store.export(limited(query)) }

    /// Ends an export.
    func end(_ export: any RowExport) async { await store.end(export) }

    /// Whether a row is visible, as after a command that may have carried it out of sight.
    func shows(_ id: String, in table: Table) async -> Bool {
        guard let grants, let key = table.keyColumns.first else { return true }
        let rights = grants.rights(in: table.name, beside: [])  // the key itself may be hidden
        return (try? await store.value(of: key, in: table.name, id: id, within: rights)) != nil
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
            return try await store.write(guarded, as: grants.role, once: receipt).last?.id
        } catch {
            throw error.told(to: [grants[command.table]])
        }
    }

    /// Runs the steps of a declared command in one transaction. Rules limit its changes of rows. Its conditions and its
    /// SQL are as they are declared.
    ///
    /// - Returns: The ids of the rows, one for each step that changes a row.
    func run(_ steps: [WriteCommand], once receipt: Receipt?) async throws(CommandError) -> [String?] {
        guard let grants else { return try await store.write(steps, once: receipt).map(\.id) }
        guard !grants.lacksRole else { throw .forbidden(message: "You may not do this.") }
        let guarding = WriteGuard(grants: grants, schema: store.schema)
        let guarded = try steps.map { step throws(CommandError) in
            switch step {
            case .require(let table, let id?, let filter, let error, false):
                [
                    guarding.visible(id, in: table),
                    .require(table: table, id: id, limited(filter, of: table), orElse: error, isRule: false),
                ]
            case .require, .statement: [step]
            default: try guarding.commands(for: step, if: nil)
            }
        }
        do throws(CommandError) {
            return try await store.write(guarded.flatMap(\.self), as: grants.role, once: receipt).map(\.id)
        } catch {
            throw error.told(to: steps.map { grants[$0.table] })
        }
    }

    /// Returns a filter that reads only visible rows of other tables.
    private func limited(_ filter: Filter, of table: String) -> Filter {
        var (query, filter) = (Query(table: table, columns: []), filter)
        query.filters = [filter]
        filter.parents = limited(query).rights?.parents ?? [:]
        return filter
    }

    /// Returns an error of the store as the error of a route, with its text only where no rule limits anything.
    func routeError(_ error: StoreError) -> RouteError {
        .unavailable(code: error.code, message: isLimited ? "This cannot be read at the moment." : error.message)
    }

    private func limited(_ query: Query) -> Query {
        guard let grants else { return query }
        var query = query
        query.rights = grants.rights(
            in: query.tableName, beside: query.parentTables(of: store.schema.table(named: query.tableName)))
        return query
    }

    /// Why a list cannot be opened: it names what is hidden, or its rows cannot be limited.
    private func fault(of query: Query) -> ListProblem? {
        guard let grants else { return nil }
        let table: String
        var terms = query.filters.flatMap(\.namedColumns)
        switch query.subject {
        case .rows(let name): (table, terms) = (name, terms + query.sort.map(\.column))
        case .values(let name, let column): (table, terms) = (name, terms + query.sort.map(\.column) + [column])
        case .totals(let totals): (table, terms) = (totals.table, terms + totals.columns)  // it is sorted by totals
        case .counts, .digest, .sql:
            return ListProblem(code: "query-failed", message: "Rules limit rows and values of tables only.")
        }
        guard let grant = grants[table] else {
            return ListProblem(code: "gone", message: "The table \"\(table)\" does not exist.")
        }
        let visible = Set(grant.columns.named.map(ExactName.init))
        // A computed section may read any column.
        terms += query.section.map { [$0.source ?? ""] } ?? []
        // A column of another row has to be visible in each row, because the condition is not checked there.
        let isHidden = { (referred: ReferredColumn) in
            let named = Set(grants[referred.key.parentTable]?.columns.named.map(ExactName.init) ?? [])
            return !named.contains(ExactName(referred.column))
                || !referred.key.columns.allSatisfy { visible.contains(ExactName($0)) }
        }
        let paths = store.schema.table(named: table).map(query.placingColumns) ?? []
        let visiblePaths = Set(paths.filter { !isHidden($0) }.map { ExactName($0.path) })
        let hidden =
            terms.first { !visible.contains(ExactName($0)) && !visiblePaths.contains(ExactName($0)) }
            ?? query.shownColumns.first { !grant.isVisible($0) } ?? query.referred.first(where: isHidden)?.path
        guard let name = hidden else { return nil }
        return ListProblem(code: "query-failed", message: "\(table) has no column \"\(name)\".")
    }
}

extension GrantedStore: RuledStore {
    /// Returns the conditions of rows that may be updated, and of rows that may be deleted.
    package func conditions(ofRowsIn table: String) -> [Expression] {
        guard let grant = grants?[table] else { return [] }
        return [grant.update.map { $0.rows ?? .all([]) } ?? .never, grant.deletion ?? .never]
    }
}

extension GrantedStore: RecordStore {
    /// The store without limits. Its lists show everything to everybody who sees the screen.
    public var owner: Store { store }

    /// Opens a list of the visible rows, with the visible values.
    public func open(_ query: Query) -> LiveList { store.open(limited(query), unless: fault(of: query)) }

    /// Returns the visible columns of a table, or those among `names`.
    public func columns(of table: String, among names: [String]?) -> [String] {
        let all = store.columns(of: table, among: names)
        guard let grants else { return all }
        return all.filter { grants[table]?.isVisible($0) ?? false }
    }

    /// Returns the whole value of a column of a row, or `nil` if the row or the value is NULL, missing or hidden.
    public func value(of column: String, in table: String, id: String) async throws(StoreError) -> StoredValue? {
        if let grants, grants[table]?.isVisible(column) != true { return nil }
        return try await store.value(of: column, in: table, id: id, within: grants?.rights(in: table, beside: []))
    }

    /// Runs commands in one transaction, if the rules allow all of them. The rules are checked in the transaction that
    /// writes.
    @discardableResult
    public func write(_ commands: [WriteCommand]) async throws(CommandError) -> [WriteOutcome] {
        guard let grants else { return try await store.write(commands) }
        let guarded = try WriteGuard(grants: grants, schema: store.schema).groups(for: commands)
        do throws(CommandError) {
            let outcomes = try await store.write(guarded.flatMap(\.self), as: grants.role, once: nil)
            var end = 0
            return guarded.map { group in
                end += group.count
                return outcomes[end - 1]
            }
        } catch {
            throw error.told(to: commands.map { grants[$0.table] })
        }
    }
}

extension CommandError {
    /// Returns the error without texts of the database and without hidden columns.
    fileprivate func told(to grants: [Grant?]) -> CommandError {
        switch self {
        case .invalid(let message, let fields):
            .invalid(
                message: message,
                fields: fields.filter { field in grants.allSatisfy { $0?.isVisible(field.key) ?? false } })
        case .unavailable(.failed): .unavailable(.failed("the database does not answer"))
        case .failed: .failed(message: "The database cannot write.")
        default: self
        }
    }
}
