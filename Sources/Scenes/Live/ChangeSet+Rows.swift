import Changes

extension ChangeSet {
    /// The rows that show something else, if nothing else has happened; otherwise `nil`. O(changes).
    var changedRows: [IndexPath]? {
        var rows: [IndexPath] = []
        for change in changes {
            guard case .rowChanged(let path) = change else { return nil }
            rows.append(path)
        }
        return rows
    }
}
