import Scenes

/// The path of a scene, such as `/tickets/{Id}`. A segment is a text, or the value of a column.
struct ScenePath: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case column(String)
    }

    private let parts: [Part]

    /// Reads a path; `nil` for a text that is no path, and for one of the server's own paths.
    init?(_ text: String) {
        // A colon begins the name of a command or of a format.
        guard text.hasPrefix("/"), !text.contains("?"), !text.contains(":"), let route = Route(text),
            route.segments.first != "-", !route.segments.contains(where: [".", ".."].contains)
        else { return nil }
        parts = route.segments.map { segment in
            let isColumn = segment.hasPrefix("{") && segment.hasSuffix("}") && segment.count > 2
            return isColumn ? .column(String(segment.dropFirst().dropLast())) : .text(segment)
        }
    }

    /// The columns whose values are in the path.
    var columns: [String] { parts.compactMap { if case .column(let name) = $0 { name } else { nil } } }

    /// The path without columns, in the canonical form of a route; `nil` if a value is missing.
    var route: Route? { route { _ in nil } }

    /// Returns the path with the values of its columns; `nil` if one is missing.
    func route(_ value: (String) -> String?) -> Route? {
        var segments: [String] = []
        for part in parts {
            switch part {
            case .text(let text): segments.append(text)
            case .column(let name):
                guard let value = value(name), !value.isEmpty else { return nil }
                segments.append(value)
            }
        }
        return Route(segments)
    }

    /// Returns the values of the columns in a route; `nil` if the route has another shape.
    func values(of route: Route) -> [String]? {
        guard route.segments.count == parts.count else { return nil }
        var values: [String] = []
        for (part, segment) in zip(parts, route.segments) {
            switch part {
            case .text(let text): guard text.utf8.elementsEqual(segment.utf8) else { return nil }
            case .column: values.append(segment)
            }
        }
        return values
    }

    /// Whether two paths differ at most in the names of their columns, so that they lead to the same routes.
    func hasSameShape(as other: ScenePath) -> Bool {
        parts.count == other.parts.count
            && zip(parts, other.parts).allSatisfy { part, other in
                switch (part, other) {
                case (.column, .column): true
                case (.text(let text), .text(let second)): text.utf8.elementsEqual(second.utf8)
                default: false
                }
            }
    }
}

extension ScenePath: CustomStringConvertible {
    /// The path as its file states it.
    var description: String {
        "/"
            + parts.map { part in
                switch part {
                case .text(let text): text
                case .column(let name): "{\(name)}"
                }
            }.joined(separator: "/")
    }
}
