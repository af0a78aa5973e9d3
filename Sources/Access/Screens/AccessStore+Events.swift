import DataSources
import Loop
import Stores
import Tables

extension AccessStore {
    /// How many events of a served database are shown: what its tables show is read again after each commit.
    private static let most = 1_000

    /// Returns the events of the audit that have all words of a search, the newest first. In a served database, these
    /// are the newest thousand.
    @SceneActor func events<Item>(
        search: String, makeItem: @escaping @SceneActor (Record) -> Item
    ) -> FetchedDataSource<Record, Item> {
        guard isServed else {
            return store.list("Audit", search: search, sort: [.descending("Number")], makeItem: makeItem)
        }
        let columns = ["Time", "Event", "Who", "Via", "Network", "Route", "Row", "Detail"]
        let words = search.split(separator: " ").map { "%\($0.replacing(/[\\%_]/) { "\\" + $0.output })%" }
        let texts = "concat_ws(' ', \(columns.dropFirst().joined(separator: ", ")))"
        let conditions = ["TRUE"] + words.map { _ in "\(texts) ILIKE ?" }
        let sql = """
            SELECT Number, \(columns.joined(separator: ", ")) FROM {Audit}
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY Number DESC LIMIT \(Self.most)
            """
        return store.list(sql: text(sql), columns: columns, key: ["Number"], parameters: words, makeItem: makeItem)
    }
}
