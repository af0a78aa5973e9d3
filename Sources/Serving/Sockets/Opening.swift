import JSON
import Wire

/// The options of an `open` message.
struct Opening {
    let ref: JSON?
    let place: WindowPosition
    let count: Int?
    let since: Digest?
}
