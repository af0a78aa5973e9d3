import Scenes
import Wire

/// What a request for a scene names: the route, and the window it is to be seen through.
struct SceneAddress {
    /// The route without the parameters that are not the scene's.
    let route: Route
    let place: ClientMessage.Place
    let count: Int
    /// The state that the client says it holds (`?since=`).
    let since: String?

    /// How many rows a window has when nobody says.
    static let defaultCount = 50

    /// The longest target, in bytes: a scene keeps its route.
    private static let longest = 32 * 1024

    /// Reads a request target such as `/Track?sort=-Name&window=100,50`.
    init(_ target: String, windowLimit: Int) throws(Problem) {
        guard target.utf8.count <= Self.longest else {
            throw .badRequest("invalid-route", "The address is longer than \(Self.longest) bytes.")
        }
        guard let route = Route(target) else {
            throw .badRequest("invalid-route", "The address has a bad escape or an empty part. Encode it as UTF-8.")
        }
        (place, count) = try Self.window(route["window"], limit: windowLimit)
        since = route["since"]
        self.route = route.without(["window", "since"])
    }

    /// `START,COUNT`, `START`, `@ROW,COUNT` or `@ROW`; more than `limit` rows are cut to it. A row's name that ends in a
    /// comma and a number needs the count.
    private static func window(_ text: String?, limit: Int) throws(Problem) -> (ClientMessage.Place, Int) {
        guard let text else { return (.start(0), min(defaultCount, limit)) }
        var place = text[...]
        var count = defaultCount
        if let comma = text.lastIndex(of: ","), let number = number(text[text.index(after: comma)...]) {
            place = text[..<comma]
            count = number
        }
        guard count > 0 else { throw invalidWindow }
        if place.utf8.first == UInt8(ascii: "@") {
            return (.anchor(String(Substring(place.utf8.dropFirst()))), min(count, limit))
        }
        guard let start = number(place), start >= 0 else { throw invalidWindow }
        return (.start(start), min(count, limit))
    }

    /// The whole number that stands there; one that is too large to matter is taken for the largest that does.
    private static func number(_ text: Substring) -> Int? {
        if let number = Int(text) { return min(number, Window.largest) }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Window.largest : nil
    }

    private static let invalidWindow = Problem.badRequest(
        "invalid-window", "A window is START,COUNT or @ROW,COUNT, such as window=100,50.")
}
