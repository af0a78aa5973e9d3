/// The address of a scene: path segments and query parameters, decoded.
///
///     Route("/Track?sort=-Name&AlbumId=1")?.description   // "/Track?AlbumId=1&sort=-Name"
///
/// The text form is canonical: parameters are sorted by name. Characters are percent-encoded unless they are unreserved
/// (RFC 3986 section 2.3) or harmless in their place.
public struct Route: Hashable, Sendable {
    /// A query parameter. A name may occur more than once.
    public struct Parameter: Hashable, Sendable {
        /// The decoded name.
        public var name: String
        /// The decoded value; empty if there is none.
        public var value: String

        /// Makes a parameter from its name and value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The segments of the path; empty for the root.
    public var segments: [String]
    /// The parameters in canonical order: by the bytes of their names. Parameters with equal names keep their order.
    public private(set) var parameters: [Parameter]

    /// The routes between the root and this one, from the outermost on.
    var above: [Route] { (1..<max(1, segments.count)).map { Route(Array(segments.prefix($0))) } }

    /// Makes a route from its parts.
    public init(_ segments: [String], _ parameters: [Parameter] = []) {
        self.segments = segments
        self.parameters = parameters.enumerated().sorted { left, right in
            left.element.name.utf8.elementsEqual(right.element.name.utf8)
                ? left.offset < right.offset
                : left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8)
        }.map(\.element)
    }

    /// Parses `/path?query`. Returns `nil` for an invalid escape, invalid UTF-8, a NUL character, an empty segment, or
    /// a path that does not start with a slash. `+` in the query is a space, as in forms. A slash at the end is
    /// ignored.
    public init?(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.first == "/" else { return nil }
        var segments: [String] = []
        for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = Self.decode(segment, plusIsSpace: false) else { return nil }
            segments.append(decoded)
        }
        if segments.last == "" { segments.removeLast() }
        guard !segments.contains("") else { return nil }
        var parameters: [Parameter] = []
        for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(halves[0], plusIsSpace: true),
                let value = Self.decode(halves.count > 1 ? halves[1] : "", plusIsSpace: true)
            else { return nil }
            parameters.append(Parameter(name, value))
        }
        self.init(segments, parameters)
    }

    /// The value of the last parameter with this name.
    public subscript(name: String) -> String? {
        parameters.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Returns the route without the parameters with these names.
    public func without(_ names: Set<String>) -> Route {
        Route(segments, parameters.filter { !names.contains($0.name) })
    }

    /// Returns the route with one value of a parameter, or without it for `nil`.
    func setting(_ name: String, to value: String?) -> Route {
        let others = parameters.filter { !$0.name.utf8.elementsEqual(name.utf8) }
        return Route(segments, others + (value.map { [Parameter(name, $0)] } ?? []))
    }

    /// Returns the route with only the parameters with these names.
    public func only(_ names: [String]) -> Route {
        Route(
            segments,
            parameters.filter { parameter in names.contains { $0.utf8.elementsEqual(parameter.name.utf8) } })
    }
}

extension Route: CustomStringConvertible {
    /// The canonical text.
    public var description: String {
        let path = "/" + segments.map { Self.encode($0, alsoAllowed: "@$!'()*,;=&+") }.joined(separator: "/")
        guard !parameters.isEmpty else { return path }
        let query = parameters.map { parameter in
            Self.encode(parameter.name, alsoAllowed: "@$!'()*,;/:") + "="
                + Self.encode(parameter.value, alsoAllowed: "@$!'()*,;/:=")
        }
        return path + "?" + query.joined(separator: "&")
    }
}

extension Route {
    /// Percent-encodes each byte that is neither unreserved nor in `alsoAllowed`. A colon in a path is encoded, because
    /// it would begin a command there.
    static func encode(_ text: String, alsoAllowed: String) -> String {
        let allowed = Set(alsoAllowed.utf8)
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            case let byte where allowed.contains(byte): encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                encoded += byte < 16 ? "%0\(hex)" : "%\(hex)"
            }
        }
        return encoded
    }

    /// Decodes percent-encoding. Returns `nil` for an invalid escape, invalid UTF-8 or NUL.
    static func decode(_ text: Substring, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit),
                    high << 4 | low != 0
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            case 0: return nil
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
