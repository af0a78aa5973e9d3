/// A route pattern as a description shows it: `/tickets/{id}` with the types of its values.
package struct RouteShape: Sendable {
    /// A part of the path.
    package enum Part: Sendable {
        case text(String)
        /// A value with its name. `isNumber` says whether it is a whole number.
        case value(String, isNumber: Bool)
    }

    package let parts: [Part]
    package let queryNames: [String]

    /// Creates the shape of a pattern: its path, and the types of its values.
    package init(text: String, queryNames: [String], types: [any LosslessStringConvertible.Type]) {
        var types = types[...]
        parts = text.split(separator: "/").map { part in
            guard part.hasPrefix("{"), part.hasSuffix("}") else { return .text(String(part)) }
            return .value(String(part.dropFirst().dropLast()), isNumber: types.popFirst() is any FixedWidthInteger.Type)
        }
        self.queryNames = queryNames
    }

    /// A route of the pattern, with `1` for each value, which is valid as a number and as a text.
    package var example: Route {
        Route(
            parts.map { part in
                switch part {
                case .text(let text): text
                case .value: "1"
                }
            })
    }
}
