import Files
import JSONTables
import Lists

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
    /// too. Any other file has no tables.
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
        var configuration = configuration
        configuration.synchronous = .off
        try await self.init(JSONDatabase(path: path.fromRoot, configuration: configuration), configuration)
    }
}

extension Store {
    /// Whether the tables mirror a JSON file, which commands write without a transaction.
    package var isJSON: Bool { engine is JSONDatabase }

    /// The path of the JSON file, if it has no tables.
    package var documentPath: String? { (engine as? JSONDatabase)?.documentPath }
}
