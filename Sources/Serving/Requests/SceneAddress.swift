import Scenes
import Wire

/// The route and the window that a request for a scene names.
struct SceneAddress {
    /// The route, without the parameters of the request.
    let route: Route
    let position: WindowPosition
    let count: Int
    /// The state that the client has (`?since=`).
    let since: String?

    /// The default number of rows in a window.
    static let defaultCount = 50

    /// The maximum size of a target, in bytes. A scene keeps its route in memory.
    private static let longest = 32 * 1024

    /// Parses a request target such as `/Track?sort=-Name&window=100,50`.
    init(_ target: String, windowLimit: Int) throws(Problem) {
        guard target.utf8.count <= Self.longest else {
            throw .badRequest("invalid-route", "The URL is longer than \(Self.longest) bytes.")
        }
        guard let route = Route(target) else {
            throw .badRequest("invalid-route", "The URL has an invalid escape or an empty segment. Encode it as UTF-8.")
        }
        (position, count) = try Self.window(route["window"], limit: windowLimit)
        since = route["since"]
        self.route = route.without(["window", "since"])
    }

    /// Parses `START,COUNT`, `START`, `@ROW,COUNT` or `@ROW`. The count is limited to `limit`. A row name that ends in
    /// a comma and a number needs an explicit count.
    private static func window(_ text: String?, limit: Int) throws(Problem) -> (WindowPosition, Int) {
        guard let text else { return (.start(0), min(defaultCount, limit)) }
        var position = text[...]
        var count = defaultCount
        if let comma = text.lastIndex(of: ","), let number = number(text[text.index(after: comma)...]) {
            position = text[..<comma]
            count = number
        }
        guard count > 0 else { throw invalidWindow }
        if position.utf8.first == UInt8(ascii: "@") {
            return (.anchor(String(Substring(position.utf8.dropFirst()))), min(count, limit))
        }
        guard let start = number(position), start >= 0 else { throw invalidWindow }
        return (.start(start), min(count, limit))
    }

    /// Parses a whole number. A number larger than any list becomes the largest valid one.
    private static func number(_ text: Substring) -> Int? {
        if let number = Int(text) { return min(number, Window.largest) }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Window.largest : nil
    }

    private static let invalidWindow = Problem.badRequest(
        "invalid-window", "Invalid window. Use START,COUNT or @ROW,COUNT, such as window=100,50.")
}
