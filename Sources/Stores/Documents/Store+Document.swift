import DataSources
import Dispatch
import JSON
import Loop
import Tables

extension Store {
    /// Opens a JSON file as a database. Lists, rows and commands work as for tables, and any program's writes to the
    /// file are shown. Close the store after use.
    ///
    ///     let store = try await Store(json: "things.json")   // [{"id": 1, "name": "bolt"}, …]
    ///     list = CellList(store.list("things", sort: ["name"]) { ThingCell($0) })
    ///     …
    ///     try await store.row("things", "1").save(["name": "nut"])
    ///
    /// An array of objects is a table, named like the file without its extension. An object whose members are such
    /// arrays has a table for each. The id of a row is its member `id`, `_id` or `key`, if all rows have it and it is
    /// unique; otherwise its position, from 0. Rows are in the order of the file unless they are sorted. A missing
    /// member is NULL. Arrays and objects are text, as JSON; so are `true` and `false` if the member has other values
    /// too. Any other file is a document without tables (``isDocument``).
    ///
    /// Commands write the file atomically, and change nothing else in it: the spelling of numbers, the order of members
    /// and the white space stay. A record with another program's change that is not shown yet is not overwritten:
    /// ``CommandError/conflict(message:fields:)``. If the file is broken or missing for longer than a second,
    /// ``problem`` says so, and its last content stays.
    ///
    /// - Throws: The reason why the file cannot be read.
    /// - Complexity: The file is in memory, and in a private database for temporary files. A change of the file costs
    ///   reading it, O(bytes), off the loop, and then only the rows that differ.
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
    /// Whether the store has a JSON file without tables, a document.
    public var isDocument: Bool { document?.shape.tables.isEmpty ?? false }

    /// Whether the tables mirror a JSON file, which commands write without a transaction.
    package var isJSON: Bool { document != nil }

    /// The path of the JSON file, if it is a document.
    package var documentPath: String? { isDocument ? document?.path : nil }
}

extension Query {
    /// Returns the query, with equal rows in the order of the file.
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

    /// Follows the JSON file that this store's database mirrors.
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
