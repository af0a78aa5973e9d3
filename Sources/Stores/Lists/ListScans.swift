import Changes

/// The scans of a reader's lists, kept while the schema is the same.
final class ListScans: @unchecked Sendable {  // guard: the reader's queue
    private var scans: [Int: ListScan] = [:]
    private let orders = SharedOrders()
    /// The number of the schema that they are of.
    private var schemaVersion: Int64?

    /// Forgets scans of lists that are closed, and all of another schema.
    func keep(schemaVersion: Int64, without closed: [Int]) {
        if schemaVersion != self.schemaVersion { (scans, interests) = ([:], [:]) }
        self.schemaVersion = schemaVersion
        if scans.isEmpty || !closed.isEmpty { forget(closed) }
    }

    /// Forgets these scans, and the orders that no other list has.
    func forget(_ closed: [Int]) {
        for number in closed { scans[number] = nil }
        orders.keep(Set(scans.values.compactMap(\.orderName)))
    }

    /// The scan for a list.
    func scan(_ request: ListRequest, _ schema: Schema, _ connection: OpaquePointer) -> ListScan {
        if let known = scans[request.number] { return known }
        let scan = ListScan(connection, schema, request.query, sharing: orders)
        interests[RowName(request.query.tableName), default: []].formUnion(scan.interests)
        scans[request.number] = scan
        return scan
    }

    /// The scan for a list, if it was read with the schema of this number.
    func known(_ number: Int, _ schemaVersion: Int64) -> ListScan? {
        schemaVersion == self.schemaVersion ? scans[number] : nil
    }

    /// Lets go of all statements, so that the connection can be closed.
    func removeAll() {
        scans = [:]
    }

    /// The columns whose old values the scans can use, by table.
    private(set) var interests: [RowName: Set<Int>] = [:] {
        didSet { if interests != oldValue { areInterestsNew = true } }
    }
    private var areInterestsNew = false

    /// The interests, if they are others than when this was last asked.
    func newInterests() -> [RowName: Set<Int>]? {
        defer { areInterestsNew = false }
        return areInterestsNew ? interests : nil
    }
}
