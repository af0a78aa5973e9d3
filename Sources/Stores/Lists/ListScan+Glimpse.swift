import CSQLite
import Changes
import SQLite
import Tables

extension ListScan {
    /// Returns whether the list has too many rows for its order to be found within these limits. Counts no further than
    /// the limit. A filter that takes too long to count by counts as too many rows.
    func isTooLong(for limits: ScanLimits) throws(ScanError) -> Bool {
        guard limits.rows < Int.max, case .rows(let name) = query.subject else { return false }
        let text = QueryText(table: try table(name), query: query)
        guard try hasMore(than: limits.rows, "SELECT 1 FROM \(name.quoted)", []) else { return false }
        guard text.isFiltered else { return true }
        do {
            return try within(limits.glimpse, on: connection) { () throws(ScanError) in
                try hasMore(than: limits.rows, text.each.sql, text.each.values)
            }
        } catch ScanError.tooSlow {
            return true
        }
    }

    /// Returns whether the query must scan all rows, and there are more than the limit.
    func isScanTooLong(for limits: ScanLimits) throws(ScanError) -> Bool {
        guard limits.scanned < Int.max, case .rows(let name) = query.subject else { return false }
        let text = QueryText(table: try table(name), query: query)
        guard isTextSearch || !text.isFiltered else { return false }
        return try hasMore(than: limits.scanned, "SELECT 1 FROM \(name.quoted)", [])
    }

    private func hasMore(than limit: Int, _ rows: String, _ values: [SQLValue]) throws(ScanError) -> Bool {
        do throws(SQLFailure) {
            let statement = try SQLStatement(connection, "SELECT count(*) FROM (\(rows) LIMIT \(limit + 1))")
            statement.bind(values)
            return try statement.step() && statement.integer(0) > Int64(limit)
        } catch {
            throw ScanError(error)
        }
    }

    /// Reads the rows at some positions and their ids in SQLite's own order, which is fast where an index has that
    /// order.
    func glimpse(at positions: [Int]) throws(ScanError) -> (ordering: Ordering, rows: [Int: Row]) {
        guard case .rows(let name) = query.subject else { return (Ordering(rows: .found([])), [:]) }
        let table = try table(name)
        do throws(SQLFailure) {
            let locator = RowLocator(table: table)
            let text = QueryText(table: table, query: query).glimpse
            let statement = try SQLStatement(connection, text.sql)
            var glimpse = Glimpse(count: 0, names: [:], seen: positions.runs)
            var rows: [Int: Row] = [:]
            for run in positions.runs {
                // One extra row shows whether the list goes on.
                statement.bind(text.values + [.integer(Int64(run.count + 1)), .integer(Int64(run.lowerBound))])
                var position = run.lowerBound
                while try statement.step() {
                    glimpse.count = max(glimpse.count, position + 1)
                    guard position < run.upperBound else { break }
                    let id = locator.id((0..<locator.keyColumns.count).map { statement.value($0) })
                    glimpse.names[position] = RowName(id)
                    rows[position] = Row(id: id, values: statement.shownValues(from: locator.keyColumns.count))
                    position += 1
                }
            }
            return (Ordering(rows: .glimpse(glimpse)), rows)
        } catch {
            throw ScanError(error)
        }
    }
}

extension [Int] {
    /// The numbers as ranges without gaps, ascending.
    var runs: [Range<Int>] {
        sorted().reduce(into: []) { runs, number in
            if let last = runs.last, last.upperBound == number {
                runs[runs.count - 1] = last.lowerBound..<number + 1
            } else {
                runs.append(number..<number + 1)
            }
        }
    }
}
