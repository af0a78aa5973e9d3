extension Schema {
    /// Returns the table of this name if a full-text index records its rows there.
    package func documents(named name: String) -> Table? {
        guard tables.contains(where: { $0.searchIndex?.documents.map { $0.utf8.elementsEqual(name.utf8) } ?? false })
        else { return nil }
        let column = Column(
            name: "id", declaredType: "INTEGER", isNotNull: false, defaultText: nil, primaryKeyPosition: 1,
            isGenerated: false, isVirtual: false, isRowID: true)
        let size = Column(
            name: "sz", declaredType: "BLOB", isNotNull: false, defaultText: nil, primaryKeyPosition: 0,
            isGenerated: false, isVirtual: false, isRowID: false)
        return Table(
            name: name, kind: .table, columns: [column, size], key: .rowid("id"), isWithoutRowID: false,
            foreignKeys: [], references: [], isWritable: false, sql: "")
    }
}
