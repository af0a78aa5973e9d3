import Changes
import Tables

extension Rules {
    /// Sentences about foreign keys that a role may set only to NULL: no row that they could point to is granted to it.
    package var remarks: [String] {
        tables.values.sorted { $0.table.name < $1.table.name }.flatMap { rules in
            rules.grants.flatMap { remarks(on: $0, of: rules.table) }
        }
    }

    private func remarks(on grant: Grant, of table: Table) -> [String] {
        let writable = Set(
            [grant.insertion, grant.update].compactMap(\.self).flatMap { $0.columns.names(in: table) }
                .map(ExactName.init))
        let keys = table.foreignKeys.filter { key in key.columns.contains { writable.contains(ExactName($0)) } }
        return keys.flatMap { key in
            grant.roles.sorted().filter { !isGranted(key.parentTable, to: $0) }.map { role in
                "\(table.name).\(key.columns.joined(separator: ", ")): \(role) may set it only to NULL, because "
                    + "nothing in \(key.parentTable) is granted to \(role)."
            }
        }
    }

    private func isGranted(_ table: String, to role: String) -> Bool {
        let roles = roles(ofEveryoneWith: role)
        return tables[ExactName(table)]?.grants.contains { !$0.roles.isDisjoint(with: roles) } ?? false
    }
}
