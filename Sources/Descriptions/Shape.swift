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
    /// An object that differs from a named one.
    case derived(DerivedShape)
    case union([Shape])
    /// A value that has each of some shapes.
    case all([Shape])
    /// A type of ``Description/types``.
    case named(String)

    /// A text without further rules.
    package static var text: Shape { .text() }

    /// Returns the shape, or `null` too.
    package func orNull(_ isNullable: Bool = true) -> Shape {
        guard isNullable else { return self }
        return switch self {
        case .union(let shapes): .union(shapes + [.null])
        case .choice(let values): .choice(values + [.null])
        default: .union([self, .null])
        }
    }

    /// Returns an object with these members and no others.
    package static func members(_ members: [Member]) -> Shape { .object(ObjectShape(members)) }
}

/// The rules of a text.
package struct TextRule: Sendable {
    package var pattern: String?
    package var longest: Int?
    package var format: String?
    /// A pattern that the text does not match.
    package var excluded: String?

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
    package static func member(_ name: String, _ shape: Shape, isRequired: Bool, _ note: String? = nil) -> Member {
        Member(name: name, shape: shape, isRequired: isRequired, note: note)
    }
}

/// The members of an object.
package struct ObjectShape: Sendable {
    package var members: [Member]
    /// A named object whose rules hold as well.
    package var base: String?
    /// The shape of each member's name; `nil` for any.
    package var names: Shape?
    /// Members whose names match a pattern, for query parameters.
    package var patterns: [(pattern: String, shape: Shape)] = []
    /// The shape of all other members.
    package var others: Shape?
    /// Whether the object may have other members.
    package var isOpen = false

    /// Creates an object with these members and no others.
    package init(_ members: [Member], isOpen: Bool = false) { (self.members, self.isOpen) = (members, isOpen) }
}

/// An object that differs from a named one. JSON Schema refers to the named one, so that the description of many tables
/// stays small. TypeScript writes the whole object, which reads better.
package struct DerivedShape: Sendable {
    /// The name of the other object.
    package let base: String
    /// Members that are added, or whose shape is narrower.
    package var members: [Member] = []
    /// Members that are optional in the other object only.
    package var required: [String] = []
    /// Whether members that neither object names are invalid. The other object has to be open, or to add none.
    package var isClosed = false
    /// The whole object.
    package let whole: Shape

    /// Creates an object that does not differ.
    package init(from base: String, whole: Shape) { (self.base, self.whole) = (base, whole) }
}
