import DataSources
import JSON
import Loop
import Observation
import Stores
import ViewModels

/// One row of a table as a model: what is read of it is followed, whoever changes it.
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
/// It shows what is stored, and holds no edits: those are the inputs of a form, which ``save(_:force:)`` writes.
///
/// - Complexity: one look-up by key after each commit to the database, off the loop, for as long as the model lives. For
///   many rows use ``Store/list(_:columns:where:search:sort:section:makeItem:)``.
@Observable @SceneActor public final class RowModel: LiveModel {
    /// The table.
    public let table: String
    /// The row's key, as its route has it; another one when ``save(_:force:)`` has changed the key.
    public private(set) var id: String
    /// The row as it is stored; `nil` while it is not known, and when there is none (any more).
    public private(set) var record: Record?
    /// Whether it is known whether there is such a row.
    public private(set) var isLoaded = false
    /// Why what is shown is not current, if it is not. What was known stays.
    public private(set) var problem: ListProblem?

    /// Told after each look at the database.
    @ObservationIgnored public let looks = Looks()
    @ObservationIgnored private let store: Store
    @ObservationIgnored private var results: RecordList
    @ObservationIgnored private let gate = Gate()

    /// The row of this key in a table; see ``Store/row(_:_:)``.
    public init(_ table: String, _ id: String, in store: Store) {
        self.table = table
        self.id = id
        self.store = store
        results = RecordList(table, id, in: store)
        listen()
    }

    /// Whether there is such a row; `false` while that is not known.
    public var exists: Bool { record != nil }

    /// Whether there is no such row, as after it was deleted; `false` while that is not known.
    public var isGone: Bool { isLoaded && record == nil }

    /// Whether no commit is known that is not shown; asking looks for one. O(1).
    public var isCurrent: Bool { results.isCurrent }

    /// When the look at the database began whose answer is shown; `nil` before the first.
    public var readAt: ContinuousClock.Instant? { results.readAt }

    /// The row, whichever object shows it.
    public var identity: AnyHashable { [ObjectIdentifier(store), table, id] as [AnyHashable] }

    /// What a column holds; `nil` for NULL, for a value of another kind, and when there is no row.
    public subscript<Value: ColumnValue>(column: String) -> Value? {
        record?[column]
    }

    /// Returns when it is known whether there is such a row, or when the caller's task is cancelled.
    public func loaded() async {
        await gate.pass()
    }

    /// Writes the values that differ from what is shown: all or none, in one transaction. When it returns, they are shown,
    /// unless the database is so busy that it takes longer than the store's `showTimeout`.
    ///
    ///     override func save() async throws { try await artist.save(["Name": name, "Born": year]) }
    ///
    /// - Parameters:
    ///   - values: By column; `nil` writes NULL.
    ///   - force: Whether values are overwritten that somebody has changed in a moment that is not shown yet.
    /// - Throws: ``CommandFailure/invalid(message:fields:)`` with a sentence per column that is at fault,
    ///   ``CommandFailure/conflict(message:fields:)`` when somebody has changed one of the columns meanwhile,
    ///   ``CommandFailure/notFound(message:)`` when there is no such row, and what else keeps it from being written.
    public func save(_ values: [String: (any ColumnValue)?], force: Bool = false) async throws(CommandFailure) {
        guard let record else { throw Self.notFound }
        let commands = record.commands(toSave: values, force: force)
        guard !commands.isEmpty else { return }
        let id = try await write(commands)
        if let id, id != self.id { follow(id) }
    }

    /// Deletes the row. When it returns, the row ``isGone``, as with ``save(_:force:)``.
    ///
    /// - Throws: ``CommandFailure/invalid(message:fields:)`` when other rows refer to it, and what else keeps it from being
    ///   deleted.
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

    /// Goes on with the row under its new key.
    private func follow(_ id: String) {
        self.id = id
        results.onEvent = nil
        results = RecordList(table, id, in: store)
        listen()
    }

    private func listen() {
        results.onEvent = { [weak self] in self?.hear($0) }
    }

    private func hear(_ event: ListEvent) {
        switch event {
        case .loaded, .changed:
            let record = results.count > 0 ? results.element(at: 0) : nil
            if record != self.record { self.record = record }
            if !isLoaded { isLoaded = true }
            gate.open()
        case .failed(let problem):
            self.problem = problem
            looks.tell()
        case .refreshed: looks.tell()
        }
    }

    private static var notFound: CommandFailure { CommandFailure(CommandError.notFound) }
}

extension Store {
    /// One row of a table as a model.
    ///
    ///     let artist = store.row("Artist", "1")
    public func row(_ table: String, _ id: String) -> RowModel {
        RowModel(table, id, in: self)
    }
}

extension Record {
    /// What makes the row in the database what these values say, if it differs: the columns that would be written have to
    /// be there as they are here, unless it is forced.
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
