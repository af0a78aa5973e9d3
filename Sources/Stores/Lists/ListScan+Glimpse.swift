import CSQLite
import Changes

extension ListScan {
    /// Whether the list has more rows than it may for its order to be found in a look. No more are counted than that; a
    /// filter that takes too long to count by leaves too many.
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

    /// Whether every row has to be looked at, and there are more than may be.
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

    /// The rows at some positions and their ids, by nothing but SQLite's own order: quick where an index has it.
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
                // One more is asked for: whether there is one.
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
    /// The numbers, ascending, as ranges without gaps.
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
