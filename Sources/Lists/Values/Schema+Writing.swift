import Tables

extension Schema {
    /// Returns the table of a command.
    ///
    /// - Throws: If the table does not exist, or cannot be written.
    package func writableTable(named name: String) throws(CommandError) -> Table {
        guard let table = table(named: name) else {
            throw .conflict(message: "The table \(name) no longer exists.", fields: [:])
        }
        guard table.isWritable else {
            throw .readOnly(
                message: table.kind == .view
                    ? "\(name) is a read-only view. Write to its tables instead."
                    : "\(name) cannot be written.")
        }
        return table
    }
}
