import GRDB

/// The peer: GRDB's `ValueObservation` of the same list.
struct Peer {
    private struct Item: FetchableRecord {
        let id: Int64
        let a: String
        let b: Int64
        let c: Double
        let grp: Int64

        init(row: Row) {
            id = row[0]
            a = row[1]
            b = row[2]
            c = row[3]
            grp = row[4]
        }
    }

    let items: Items

    /// Returns the processor time from a change that moves one row to the report of the rows, in microseconds.
    func costOfChange(_ count: Int) async throws -> Double {
        let queue = try DatabaseQueue(path: items.path)
        defer { try? queue.close() }
        let observation = ValueObservation.tracking { database in
            try Item.fetchAll(database, sql: "SELECT id, a, b, c, grp FROM Item WHERE grp < 8 ORDER BY c, id")
        }
        var costs: [Double] = []
        var values = observation.values(in: queue, bufferingPolicy: .unbounded).makeAsyncIterator()
        _ = try await values.next()
        for (number, id) in items.ids(count).enumerated() {
            let start = Clock.processor
            try await queue.write { database in
                try database.execute(
                    sql: "UPDATE Item SET c = ? WHERE id = ?", arguments: [Double(number) / Double(count), id])
            }
            let rows = try await values.next()
            costs.append(Clock.processor - start)
            precondition(rows?.count == items.count * 8 / 10)
        }
        return costs.median
    }
}
