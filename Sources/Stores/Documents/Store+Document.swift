import DataSources
import Dispatch
import JSON
import Loop

extension Store {
    /// Opens a JSON file as a database: lists, rows and commands are those of tables, and what anybody writes to the file is
    /// shown. Close it when it is not needed any more.
    ///
    ///     let store = try await Store(json: "things.json")   // [{"id": 1, "name": "bolt"}, …]
    ///     list = CellList(store.list("things", sort: ["name"]) { ThingCell($0) })
    ///     …
    ///     try await store.row("things", "1").save(["name": "nut"])
    ///
    /// An array of objects is a table, called as the file is without its ending; an object whose members are such arrays
    /// has one for each. A row is named by its member `id`, `_id` or `key`, if all have it and no two the same; otherwise by
    /// its place, from 0 on. Rows are in the order of the file unless they are sorted. A member that a record lacks is NULL;
    /// arrays and objects, and `true` and `false` where there are other values too, are text, as JSON. Any other file is a
    /// document without tables (``isDocument``).
    ///
    /// Commands write the file, whole or not at all, and change nothing else in it: numbers keep their spelling, members
    /// their order, and the white space stays. A record that somebody else has changed in a moment that is not shown yet is
    /// not overwritten: ``CommandError/conflict(message:fields:)``. Of a file that is broken or gone for longer than a
    /// second ``problem`` tells; what it held last stays.
    ///
    /// - Throws: Why it cannot be read.
    /// - Complexity: the file is in memory, and in a private database for temporary files. A change of the file costs its
    ///   reading, O(bytes), off the loop, and then just the rows that differ.
    public convenience init(
        json path: String, configuration: StoreConfiguration = StoreConfiguration()
    ) async throws(StoreError) {
        let path = path.fromRoot
        let result: Result<DocumentMirror, StoreError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(StoreError) in try DocumentMirror(path) })
            }
        }
        let document = try result.get()
        var configuration = configuration
        configuration.synchronous = .off
        try await self.init(path: document.database.path, configuration: configuration)
        let desk = try await connections { $0 }.desk
        follow(document, through: desk, named: path.split(separator: "/").last.map(String.init) ?? path)
    }
}

extension Store {
    /// Whether the store is of a JSON file that holds no tables, but some other document.
    public var isDocument: Bool { document?.shape.tables.isEmpty ?? false }

    /// The path of the JSON file, if it is one of these.
    package var documentPath: String? { isDocument ? document?.path : nil }
}

extension Query {
    /// The query, with rows that are equal in what they are sorted by in the order of the file.
    func inFileOrder(_ schema: Schema) -> Query {
        guard case .rows(let name) = subject, keys == nil,
            let position = schema.table(named: name)?.columns.first(where: \.isHidden), !position.isRowID
        else { return self }
        var query = self
        query.sort.append(SortTerm(column: position.name))
        return query
    }
}

extension Store: DocumentOwner {
    var standingProblem: ListProblem? { document?.problem }

    var currentSince: ContinuousClock.Instant { document?.currentSince ?? .now }

    /// Follows a JSON file, of which this store's database is the mirror.
    func follow(_ mirror: DocumentMirror, through desk: Desk, named name: String) {
        self.name = name
        document = FollowedDocument(mirror, through: desk, interval: configuration.pollInterval, owner: self)
    }

    func documentProblemChanged() {
        set(nil)
    }

    func documentKindChanged() {
        onSchemaChange?(schema)
    }

    func documentWasRead() {
        for lane in lanes { lane.noteCommit() }
    }
}
