/// The position of a window: its first row by number, or by id.
package enum WindowPosition: Sendable, Hashable {
    case start(Int)
    case anchor(String)
}
