import Changes
import Loop

/// A list in a composed list, and the prefix of its row and section ids there.
public struct ListChild<Item> {
    /// The prefix of the ids.
    public let prefix: String
    /// The list.
    public let source: any DataSource<Item>
    /// The id of the section without a prefix: in the inner list and in the composed list.
    private let ownSection: (inner: String, outer: String)?

    /// Creates a child whose row and section ids are `prefix` + their own ids. No child's prefix may begin with
    /// another's.
    public init(prefix: String, source: any DataSource<Item>) {
        self.prefix = prefix
        self.source = source
        ownSection = nil
    }

    /// Creates a child with any name that is unique in the composed list. Its row and section ids are `name/` + their
    /// own ids. A section whose id is the child's name keeps its id.
    ///
    ///     ListChild("friends", friends)   // rows friends/1, friends/2; section friends, or friends/A, friends/B
    ///
    /// `%` and `/` in the name become `%25` and `%2F`.
    public init(_ name: String, _ source: any DataSource<Item>) {
        let escaped = Self.escaped(name)
        prefix = escaped + "/"
        self.source = source
        ownSection = (name, escaped)
    }

    /// Creates a child whose row ids are `prefix` + their own ids, and whose one section has the id `section`. No other
    /// child may have a section with this id.
    package init(prefix: String, section: String, source: any DataSource<Item>) {
        self.prefix = prefix
        self.source = source
        ownSection = (section, section)
    }

    /// Returns the name without slashes. Works on bytes: a slash with a combining mark is not a `Character` of its own.
    private static func escaped(_ name: String) -> String {
        let bytes = name.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "%"): Array("%25".utf8)
            case UInt8(ascii: "/"): Array("%2F".utf8)
            default: [byte]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the id of a section in the composed list.
    func sectionID(_ id: String) -> String {
        if let ownSection, ownSection.inner.isSpelled(like: id) { return ownSection.outer }
        return prefix + id
    }

    /// Returns the id of a row in the child; `nil` if the row cannot be one of the child's.
    func innerID(_ id: String) -> String? {
        guard id.utf8.starts(with: prefix.utf8) else { return nil }
        return String(Substring(id.utf8.dropFirst(prefix.utf8.count)))
    }
}
