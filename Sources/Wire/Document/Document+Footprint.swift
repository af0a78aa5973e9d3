import JSON

extension Document {
    /// About how many bytes of memory the document takes: its values, the bytes of its cells, and the rows that these were made
    /// of. O(size).
    package var footprint: Int {
        let members = JSON.object(head.content).footprint + JSON.object(tail.content).footprint
        let rows = list?.rows.reduce(0) { $0 + 2 * $1.bytes.count + Self.rowFootprint } ?? 0
        return 2 * members + rows
    }

    private static let rowFootprint = 256
}
