import JSON

extension Document {
    /// The approximate memory of the document, in bytes: its values, the bytes of its cells, and the rows behind the
    /// cells. O(size).
    package var footprint: Int {
        let members = JSON.object(head.content).footprint + JSON.object(tail.content).footprint
        let rows = list?.rows.reduce(0) { $0 + 2 * $1.bytes.count + Self.rowFootprint } ?? 0
        return 2 * members + rows
    }

    private static let rowFootprint = 256
}
