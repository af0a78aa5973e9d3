import Changes
import JSON

/// The rows of a list in order, by what names them.
enum Ordering: Sendable {
    /// Row ids, the usual case: eight bytes a row.
    case numbers([Int64])
    /// Ids as text.
    case names([RowName])

    var count: Int {
        switch self {
        case .numbers(let numbers): numbers.count
        case .names(let names): names.count
        }
    }

    func id(at position: Int) -> String {
        switch self {
        case .numbers(let numbers): String(numbers[position])
        case .names(let names): names[position].text
        }
    }

    func position(of id: String) -> Int? {
        switch self {
        case .numbers(let numbers): KeyCodec.integer(id[...]).flatMap { numbers.firstIndex(of: $0) }
        case .names(let names): names.firstIndex(of: RowName(id))
        }
    }
}
