import Changes
import Lists
import SQLite
import Tables

/// The rows of a query that an app wrote. It is prepared when it is first read.
final class SelectSource: PreparedQuery, WholeSource {
    private let text: SQLText
    private var scan: SelectScan?

    init(_ connection: OpaquePointer, _ schema: Schema, _ query: Query, _ text: SQLText) {
        self.text = text
        super.init(connection, schema, query)
    }

    override func tables() -> TablesRead { scan?.tables ?? .any }

    func names() throws(ScanError) -> [ExactName] { try prepared().names() }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        try prepared().rows(at: positions) { ordering.id(at: $0) }
    }

    private func prepared() throws(ScanError) -> SelectScan {
        if let scan { return scan }
        let new = try SelectScan(connection, schema, text, columns: query.columns)
        scan = new
        return new
    }
}
