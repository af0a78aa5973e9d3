import DataSources
import JSON
import Lists
import Loop
import Observation
import Stores
import Tables
import ViewModels

/// One row of a table as a model: its properties are tracked, and changes by any process are shown.
///
///     final class ArtistViewModel: ViewModel {
///         let artist: RowModel
///         @Output var name = ""
///
///         init(_ id: String, in store: Store) {
///             artist = store.row("Artist", id)
///             super.init()
///             follow(artist)
///         }
///
///         override func updateOutputs() { name = artist["Name"] ?? "nobody" }
///         override func load() async { await artist.loaded() }
///     }
///
/// It shows the stored row and holds no edits. Edits are the inputs of a form, which ``save(_:force:)`` writes.
///
/// - Complexity: one look-up by key after each commit to the database, off the event loop, while the model exists. For
///   many rows use ``RecordStore/list(_:columns:where:search:sort:by:section:makeItem:)``.
@Observable @SceneActor public final class RowModel: LiveModel {
    /// The table.
    public let table: String
    /// The row's key, as in its route. It changes when ``save(_:force:)`` changes the key.
    public private(set) var id: String
    /// The stored row; `nil` while it is unknown, and when there is no such row (any more).
    public private(set) var record: Record?
    /// Whether it is known if the row exists.
    public private(set) var isLoaded = false
    /// Why the content shown is stale, or `nil`. The known content stays.
    public private(set) var problem: ListProblem?

    /// Notifies after each read of the database.
    @ObservationIgnored public let looks = Looks()
    @ObservationIgnored private let store: any RecordStore
    @ObservationIgnored private var results: RecordList
    @ObservationIgnored private let gate = Gate()

    /// Creates a model of the row with this key; see ``RecordStore/row(_:_:)``.
    public init(_ table: String, _ id: String, in store: any RecordStore) {
        self.table = table
        self.id = id
        self.store = store
        results = RecordList(table, id, in: store)
        listen()
    }

    /// Whether the row exists; `false` while that is unknown.
    public var exists: Bool { record != nil }

    /// Whether the row does not exist, for example after its deletion; `false` while that is unknown.
    public var isGone: Bool { isLoaded && record == nil }

    /// Returns whether the model shows every known commit. Looks for commits. O(1).
    public func checkIsCurrent() -> Bool { results.checkIsCurrent() }

    /// The time when the shown read of the database began; `nil` before the first.
    public var readAt: ContinuousClock.Instant? { results.readAt }

    /// The identity of the row, shared by all models of it.
    public var identity: AnyHashable { [ObjectIdentifier(store.owner), table, id] as [AnyHashable] }

    /// Returns the value of a column; `nil` for NULL, for a value of another type, and when there is no row.
    public subscript<Value: ColumnValue>(column: String) -> Value? {
        record?[column]
    }

    /// Returns when it is known whether the row exists, or when the caller's task is cancelled.
    public func loaded() async {
        await gate.pass()
    }

    /// Writes the values that differ from the shown ones, in one transaction. When it returns, the model shows them,
    /// unless the database is so busy that this takes longer than the store's `showTimeout`.
    ///
    ///     override func save() async throws { try await artist.save(["Name": name, "Born": year]) }
    ///
    /// - Parameters:
    ///   - values: By column; `nil` writes NULL.
    ///   - force: Whether to overwrite values that another user has changed and the model does not show yet.
    /// - Throws: ``CommandFailure/invalid(message:fields:)`` with a message per invalid column;
    ///   ``CommandFailure/conflict(message:fields:)`` when another user has changed one of the columns;
    ///   ``CommandFailure/notFound(message:)`` when there is no such row; and any other failure of the write.
    public func save(_ values: [String: (any ColumnValue)?], force: Bool = false) async throws(CommandFailure) {
        guard let record else { throw Self.notFound }
        let commands = record.commands(toSave: values, force: force)
        guard !commands.isEmpty else { return }
        let id = try await write(commands)
        if let id, id != self.id { follow(id) }
    }

    /// Deletes the row. When it returns, the row ``isGone``, as with ``save(_:force:)``.
    ///
    /// - Throws: ``CommandFailure/invalid(message:fields:)`` when other rows refer to it, and any other failure of the
    ///   write.
    public func delete() async throws(CommandFailure) {
        _ = try await write([.delete(table: table, id: id)])
    }

    private func write(_ commands: [WriteCommand]) async throws(CommandFailure) -> String? {
        do throws(CommandError) {
            return try await store.write(commands).last?.id
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Continues with the row under its new key.
    private func follow(_ id: String) {
        self.id = id
        results.onEvent = nil
        results = RecordList(table, id, in: store)
        listen()
    }

    private func listen() {
        results.onEvent = { [weak self] in self?.receive($0) }
    }

    private func receive(_ event: ListEvent) {
        switch event {
        case .loaded, .changed:
            let record = results.count > 0 ? results.element(at: 0) : nil
            if record != self.record { self.record = record }
            if !isLoaded { isLoaded = true }
            gate.open()
        case .failed(let problem):
            self.problem = problem
            looks.notify()
        case .refreshed: looks.notify()
        }
    }

    private static var notFound: CommandFailure { CommandFailure(CommandError.notFound) }
}

extension RecordStore {
    /// Returns a model of one row of a table.
    ///
    ///     let artist = store.row("Artist", "1")
    public func row(_ table: String, _ id: String) -> RowModel {
        RowModel(table, id, in: self)
    }
}

extension Record {
    /// Returns the commands that write the values that differ. Unless forced, they first check that the database still
    /// holds this record's values in the changed columns.
    fileprivate func commands(toSave values: [String: (any ColumnValue)?], force: Bool) -> [WriteCommand] {
        let changes = values.mapValues { $0?.sqlValue ?? .null }.filter { !$0.value.isSame(as: value(of: $0.key)) }
        guard !changes.isEmpty else { return [] }
        let update = WriteCommand.update(
            table: table, id: id,
            values: JSONObject(changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value.writtenJSON) }))
        let seen = Dictionary(uniqueKeysWithValues: changes.keys.map { ($0, value(of: $0)) }).filter {
            $0.value.isWhole
        }
        return force || seen.isEmpty ? [update] : [.check(table: table, id: id, values: seen), update]
    }
}
