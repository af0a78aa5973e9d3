import Descriptions
import JSON
import Tables

/// The types of the arguments of a table's commands. If an insertion and an update may set the same columns, both types
/// refer to one.
struct ArgumentTypes {
    private let table: Table
    private let name: String
    /// Whether an unknown argument becomes a member.
    private let isOpen: Bool
    private let lists: CheckList

    /// Creates the types of a table, whose names begin with `name`.
    init(of table: Table, named name: String, isOpen: Bool) {
        (self.table, self.name, self.isOpen) = (table, name, isOpen)
        lists = CheckList(table)
    }

    /// Adds the types of the commands that are granted to a description.
    func add(_ changes: Blueprint.Changes, hasKey: Bool, to description: inout Description) {
        let insertion = changes.insertion.map { $0.filter { !$0.isGenerated } }
        let update = hasKey ? changes.update.map { $0.filter { !$0.isGenerated } } : nil
        guard let insertion, let update, insertion.map(\.name) == update.map(\.name) else {
            if let insertion { description.types.append((name + "Insert", arguments(insertion, isInsertion: true))) }
            if let update { description.types.append((name + "Update", arguments(update, isInsertion: false))) }
            return
        }
        var inserted = DerivedShape(from: name + "Arguments", whole: arguments(insertion, isInsertion: true))
        inserted.required = insertion.filter(\.isRequired).map(\.name)
        var updated = DerivedShape(from: name + "Arguments", whole: arguments(update, isInsertion: false))
        updated.members = update.filter(\.isRowID).map { member($0, isInsertion: false) }
        let all = insertion.map { member($0, isInsertion: true) }
        description.schemas.append((name + "Arguments", .object(ObjectShape(all, isOpen: isOpen))))
        description.types += [(name + "Insert", .derived(inserted)), (name + "Update", .derived(updated))]
    }

    private func arguments(_ columns: [Column], isInsertion: Bool) -> Shape {
        let members = columns.map { member($0, isInsertion: isInsertion, isRequired: isInsertion && $0.isRequired) }
        return .object(ObjectShape(members, isOpen: isOpen))
    }

    private func member(_ column: Column, isInsertion: Bool, isRequired: Bool = false) -> Member {
        .member(
            column.name, column.input(choices: lists.values(of: column), isInsertion: isInsertion),
            isRequired: isRequired, column.comment)
    }
}
