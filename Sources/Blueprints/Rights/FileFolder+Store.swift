import Scenes
import Stores
import Tables

extension FileFolder {
    /// Makes a folder whose files are used while a row of a table has their address in a column:
    ///
    ///     let files = FileFolder("data/files", at: "/files", of: "File", in: "Attachment", of: store)
    ///
    /// While the table cannot be read, no file is deleted.
    public convenience init(_ path: String, at route: String, of column: String, in table: String, of store: Store) {
        let sql = "SELECT count(*) FROM \(table.quoted) WHERE \(column.quoted) = ?"
        self.init(path, at: route) { address in
            let count = try? await store.rows(sql, address, as: Int.self).first
            return count != 0
        }
    }
}
