import JSON
import Wire

/// How an `open` message wants a scene.
struct Opening {
    let ref: JSON?
    let place: ClientMessage.Place
    let count: Int?
    let since: Digest?
}
