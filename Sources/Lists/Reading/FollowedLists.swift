import Changes
import Tables

/// The lists that a reader follows without being asked: it knows what they show, and reads those that changes concern.
struct FollowedLists {
    /// The position of the last state that the lists were compared with.
    private(set) var position: Int64?
    private(set) var schemaVersion: Int64?
    private var requests: [Int: ListRequest] = [:]
    private var table = ValueTable()

    /// Follows a list, which shows what `request` says.
    ///
    /// - Returns: Whether the list is new.
    mutating func add(_ request: ListRequest, _ concern: ListConcern) -> Bool {
        let isNew = requests.updateValue(request, forKey: request.number) == nil
        if isNew { table.add(request.number, concern) }
        return isNew
    }

    /// Ends following a list.
    ///
    /// - Returns: Whether the list was followed.
    mutating func remove(_ list: Int) -> Bool {
        guard requests.removeValue(forKey: list) != nil else { return false }
        table.remove(list)
        return true
    }

    /// Ends following all lists.
    mutating func removeAll() { self = FollowedLists() }

    /// Returns the position of the last answer of a list.
    func answered(_ list: Int) -> Int64? { requests[list]?.position }

    /// Notes that the lists show a state.
    mutating func record(position: Int64, schemaVersion: Int64) {
        (self.position, self.schemaVersion) = (position, schemaVersion)
    }

    /// Returns the lists that the changes since `position` may concern: all if those are unknown.
    mutating func concerned(
        since position: Int64?, in state: any DatabaseState, _ schema: Schema, within time: Duration
    ) -> [ListRequest] {
        guard !requests.isEmpty else { return [] }
        guard position == self.position, schemaVersion == state.schemaVersion,
            let changes = state.changes(since: position),
            let found = try? find(changes, in: state, schema, within: time)
        else { return requests.values.map(stated) }
        return found.compactMap { requests[$0].map(stated) }
    }

    /// Returns the request of a list that shows the last state.
    private func stated(_ request: ListRequest) -> ListRequest {
        var request = request
        request.position = position
        return request
    }

    private mutating func find(
        _ changes: RowChanges, in state: any DatabaseState, _ schema: Schema, within time: Duration
    ) throws(ScanError) -> Set<Int> {
        var table = ValueTable()
        swap(&table, &self.table)  // so that it is not copied
        defer { swap(&table, &self.table) }
        return try state.within(time) { () throws(ScanError) in
            try table.lists(concernedBy: changes) { name, columns in
                schema.table(named: name.text).map { state.selectedRows(in: $0, by: columns) }
            }
        }
    }
}
