import Changes
import Tables

/// The scans of a reader's lists, kept until the schema changes.
final class ListScans: @unchecked Sendable {  // guard: the connection's queue
    private var scans: [Int: ListScan] = [:]
    private let orders = SharedOrders()
    /// The version of the schema of these scans.
    private var schemaVersion: Int64?

    /// Discards the scans of closed lists, and all scans of another schema.
    func keep(schemaVersion: Int64, without closed: [Int]) {
        if schemaVersion != self.schemaVersion { (scans, interests) = ([:], [:]) }
        self.schemaVersion = schemaVersion
        if scans.isEmpty || !closed.isEmpty { forget(closed) }
    }

    /// Discards these scans, and the orders that no other list uses.
    func forget(_ closed: [Int]) {
        for number in closed { scans[number] = nil }
        orders.keep(Set(scans.values.compactMap(\.orderName)))
    }

    /// Returns the scan for a list.
    func scan(_ request: ListRequest, _ schema: Schema, _ state: any DatabaseState) -> ListScan {
        if let known = scans[request.number] { return known }
        let scan = ListScan(request.query, on: state, schema, sharing: orders)
        interests[ExactName(request.query.tableName), default: []].formUnion(scan.interests)
        scans[request.number] = scan
        return scan
    }

    /// Returns the scan for a list if it belongs to this version of the schema.
    func known(_ number: Int, _ schemaVersion: Int64) -> ListScan? {
        schemaVersion == self.schemaVersion ? scans[number] : nil
    }

    /// Releases all statements, so that the connection can be closed.
    func removeAll() {
        scans = [:]
    }

    /// The columns whose former values the scans can use, by table.
    private(set) var interests: [ExactName: Set<Int>] = [:] {
        didSet { if interests != oldValue { areInterestsNew = true } }
    }
    private var areInterestsNew = false

    /// Returns the interests if they have changed since the last call.
    func newInterests() -> [ExactName: Set<Int>]? {
        defer { areInterestsNew = false }
        return areInterestsNew ? interests : nil
    }
}
