import JSON

/// The shape of a JSON value, which the renderings write as JSON Schema and as a TypeScript type.
package indirect enum Shape: Sendable {
    case any
    case null
    case boolean
    case integer(ClosedRange<Int64> = .min ... .max)
    case number
    case text(TextRule = TextRule())
    /// One of some values.
    case choice([JSON])
    case array(Shape)
    /// An object with any member names, whose values have one shape.
    case map(Shape)
    case object(ObjectShape)
    case union([Shape])
    /// A type of ``Description/types``.
    case named(String)

    /// A text without further rules.
    package static var text: Shape { .text() }

    /// Returns the shape, or `null` too.
    package func orNull(_ isNullable: Bool = true) -> Shape {
        guard isNullable else { return self }
        return if case .union(let shapes) = self { .union(shapes + [.null]) } else { .union([self, .null]) }
    }

    /// Returns an object with these members and no others.
    package static func members(_ members: [Member]) -> Shape { .object(ObjectShape(members)) }
}

/// The rules of a text.
package struct TextRule: Sendable {
    package var pattern: String?
    package var longest: Int?
    package var format: String?

    /// Creates a rule. `longest` is a number of characters.
    package init(pattern: String? = nil, longest: Int? = nil, format: String? = nil) {
        (self.pattern, self.longest, self.format) = (pattern, longest, format)
    }

    /// Texts that a URL can carry: without the NUL character.
    package static let inURL = TextRule(pattern: "^[^\\u0000]*$")
}

/// A member of an object.
package struct Member: Sendable {
    package let name: String
    package let shape: Shape
    package let isRequired: Bool
    /// A sentence for readers.
    package let note: String?

    /// Creates a member that every object has.
    package static func always(_ name: String, _ shape: Shape, _ note: String? = nil) -> Member {
        Member(name: name, shape: shape, isRequired: true, note: note)
    }

    /// Creates a member that an object may have.
    package static func maybe(_ name: String, _ shape: Shape, _ note: String? = nil) -> Member {
        Member(name: name, shape: shape, isRequired: false, note: note)
    }

    /// Creates a member that an object has if `isRequired`.
    package static func member(_ name: String, _ shape: Shape, isRequired: Bool) -> Member {
        Member(name: name, shape: shape, isRequired: isRequired, note: nil)
    }
}

/// The members of an object.
package struct ObjectShape: Sendable {
    package var members: [Member]
    /// Members whose names match a pattern, for query parameters.
    package var patterns: [(pattern: String, shape: Shape)] = []
    /// Whether the object may have other members.
    package var isOpen = false

    /// Creates an object with these members and no others.
    package init(_ members: [Member], isOpen: Bool = false) { (self.members, self.isOpen) = (members, isOpen) }
}
