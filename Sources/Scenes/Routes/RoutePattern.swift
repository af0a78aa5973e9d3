/// Routes of one shape, parsed and formatted by one definition. `{name}` stands for a segment, whose value has a type.
///
///     let album = RoutePattern("/artists/{artist}/albums/{album}", Int.self, String.self)
///     album.route((1, "Let There Be Rock")).description   // "/artists/1/albums/Let%20There%20Be%20Rock"
///     album.values(of: Route("/artists/1/albums/x")!)     // (1, "x")
///
/// A value has one spelling, so that a screen has one address: `/artists/007` is not a route to 7. The names of the
/// query parameters that a screen reads follow a question mark. Other parameters are not part of the route, so
/// `/artists?utm=1` and `/artists` are one scene:
///
///     screen("/artists?search&sort") { route in ArtistsViewModel(search: route["search"] ?? "") }
public struct RoutePattern<Values>: Sendable {
    private let parts: [String?]  // nil stands for a value
    let queryNames: [String]
    /// The pattern for a description: its parts, and the names and types of its values.
    let shape: RouteShape
    private let read: @Sendable ([String]) -> Values?
    private let write: @Sendable (Values) -> [String]

    private init(
        _ text: String, _ types: [any LosslessStringConvertible.Type], read: @escaping @Sendable ([String]) -> Values?,
        write: @escaping @Sendable (Values) -> [String]
    ) {
        precondition(text.hasPrefix("/"), "a route pattern must begin with a slash: \(text)")
        let halves = text.split(separator: "?", maxSplits: 1)
        let parts = halves[0].split(separator: "/").map { $0.hasPrefix("{") && $0.hasSuffix("}") ? nil : String($0) }
        self.parts = parts
        queryNames = halves.count < 2 ? [] : halves[1].split(separator: "&").map(String.init)
        let names = parts.count { $0 == nil }
        precondition(names == types.count, "\(text) has \(names) placeholders, but \(types.count) types")
        shape = RouteShape(text: String(halves[0]), queryNames: queryNames, types: types)
        self.read = read
        self.write = write
    }

    /// Returns the route with these values.
    public func route(_ values: Values, query: [Route.Parameter] = []) -> Route {
        var texts = write(values)[...]
        return Route(parts.map { $0 ?? texts.removeFirst() }, query)
    }

    /// Returns the canonical route, without the parameters that the pattern does not name.
    func canonical(_ route: Route) -> Route {
        route.only(queryNames)
    }

    /// Returns the values in a route. Returns `nil` if the route has another shape, or if a value has another type.
    public func values(of route: Route) -> Values? {
        guard route.segments.count == parts.count else { return nil }
        var texts: [String] = []
        for (part, segment) in zip(parts, route.segments) {
            if let part {
                guard part.utf8.elementsEqual(segment.utf8) else { return nil }
            } else {
                texts.append(segment)
            }
        }
        return read(texts)
    }

    private static func value<Value: LosslessStringConvertible>(_ text: String) -> Value? {
        Value(text).flatMap { String($0).utf8.elementsEqual(text.utf8) ? $0 : nil }
    }
}

extension RoutePattern where Values == Void {
    /// Makes a pattern for one route.
    ///
    /// - Precondition: The text begins with a slash and has no names.
    public init(_ text: String) {
        self.init(text, [], read: { _ in }, write: { _ in [] })
    }

    /// The only route of the pattern.
    public var route: Route { route(()) }
}

extension RoutePattern where Values: LosslessStringConvertible & Sendable {
    /// Makes a pattern for routes with one value.
    ///
    /// - Precondition: The text begins with a slash and has one name.
    public init(_ text: String, _ type: Values.Type) {
        self.init(text, [type], read: { Self.value($0[0]) }, write: { [String($0)] })
    }
}

// One initializer with a parameter pack would do, but the optimizer of Swift 6.3.1 crashes on it.
extension RoutePattern {
    /// A type of a value in a route.
    public typealias Part = LosslessStringConvertible & Sendable

    /// Makes a pattern for routes with two values.
    ///
    /// - Precondition: The text begins with a slash and has two names.
    public init<First: Part, Second: Part>(
        _ text: String, _ first: First.Type, _ second: Second.Type
    ) where Values == (First, Second) {
        self.init(
            text, [first, second],
            read: { texts in
                guard let first: First = Self.value(texts[0]), let second: Second = Self.value(texts[1]) else {
                    return nil
                }
                return (first, second)
            }, write: { [String($0.0), String($0.1)] })
    }

    /// Makes a pattern for routes with three values.
    ///
    /// - Precondition: The text begins with a slash and has three names.
    public init<First: Part, Second: Part, Third: Part>(
        _ text: String, _ first: First.Type, _ second: Second.Type, _ third: Third.Type
    ) where Values == (First, Second, Third) {
        self.init(
            text, [first, second, third],
            read: { texts in
                guard let first: First = Self.value(texts[0]), let second: Second = Self.value(texts[1]),
                    let third: Third = Self.value(texts[2])
                else { return nil }
                return (first, second, third)
            }, write: { [String($0.0), String($0.1), String($0.2)] })
    }

    /// Makes a pattern for routes with four values.
    ///
    /// - Precondition: The text begins with a slash and has four names.
    public init<First: Part, Second: Part, Third: Part, Fourth: Part>(
        _ text: String, _ first: First.Type, _ second: Second.Type, _ third: Third.Type, _ fourth: Fourth.Type
    ) where Values == (First, Second, Third, Fourth) {
        self.init(
            text, [first, second, third, fourth],
            read: { texts in
                guard let first: First = Self.value(texts[0]), let second: Second = Self.value(texts[1]),
                    let third: Third = Self.value(texts[2]), let fourth: Fourth = Self.value(texts[3])
                else { return nil }
                return (first, second, third, fourth)
            }, write: { [String($0.0), String($0.1), String($0.2), String($0.3)] })
    }
}
