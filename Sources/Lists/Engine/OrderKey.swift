import Changes
import Tables

/// The key of a row in an order: its row id, or its id as text. An order has keys of one kind.
package enum OrderKey: Sendable {
    case number(Int64)
    case name(ExactName)
}

extension OrderKey {
    /// The id of the row.
    package var text: String {
        switch self {
        case .number(let number): String(number)
        case .name(let name): name.text
        }
    }
}

extension OrderKey: Comparable {
    package static func < (left: OrderKey, right: OrderKey) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.name(let left), .name(let right)): left < right
        case (.number, .name): true
        case (.name, .number): false
        }
    }
}

extension RowChanges.Rows {
    /// The keys and the former states of all rows.
    var all: [(key: OrderKey, row: FormerRow)] {
        numbers.map { (.number($0.key), $0.value) } + names.map { (.name($0.key), $0.value) }
    }
}
