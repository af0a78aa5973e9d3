import Changes
import Tables

/// An order that the database finds, and must find again after a change.
final class WholeOrder: ListOrder {
    private let source: any WholeSource

    init(_ source: any WholeSource) {
        self.source = source
    }

    var basis: ListBasis { ListBasis(reads: source.tablesRead, rereads: source.tablesRead) }
    let interests: [ExactName: Set<Int>] = [:]
    var concern: ListConcern { ListConcern(tables: source.tablesRead?.map(ExactName.init)) }

    func forget() {
        try? source.follow(nil)
    }

    func find(after former: Ordering?, at pace: ScanPace?, within room: Int) throws(ScanError) -> Ordering {
        Ordering(rows: .found(try source.names()))
    }

    func progress(
        from ordering: Ordering, _ changes: RowChanges, known: OrderStep?
    ) throws(ScanError) -> OrderProgress {
        guard try source.isTouched(by: changes) else { return .none }
        try source.follow(changes)
        return .anywhere
    }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        try source.rows(at: positions, in: ordering)
    }
}
