import Oriel

/// The shapes to choose from.
enum Shape: String, CaseIterable, InputValue, CustomStringConvertible {
    case circle
    case square
    case star

    var description: String {
        switch self {
        case .circle: "A circle"
        case .square: "A square"
        case .star: "A star"
        }
    }
}
