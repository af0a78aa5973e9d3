import Changes
import Loop

/// A list within a composed list, and what the identities of its rows and sections begin with there.
public struct ListChild<Item> {
    /// What the identities begin with.
    public let prefix: String
    /// The list.
    public let source: any DataSource<Item>
    /// What the list calls the section that needs no prefix, and what that is called in the composed list.
    private let ownSection: (inner: String, outer: String)?

    /// A child whose rows and sections are called `prefix` + their own identity. No child's prefix may begin with another's.
    public init(prefix: String, source: any DataSource<Item>) {
        self.prefix = prefix
        self.source = source
        ownSection = nil
    }

    /// A child of any name, unique in the composed list: its rows and sections are called `name/` + their own identity. A
    /// section that is called as the child is keeps its identity.
    ///
    ///     ListChild("friends", friends)   // rows friends/1, friends/2; section friends, or friends/A, friends/B
    ///
    /// `%` and `/` of the name become `%25` and `%2F`.
    public init(_ name: String, _ source: any DataSource<Item>) {
        let escaped = Self.escaped(name)
        prefix = escaped + "/"
        self.source = source
        ownSection = (name, escaped)
    }

    /// A child whose rows are called `prefix` + their own identity, and whose one section is called `section`. No other
    /// child may have a section of this identity.
    package init(prefix: String, section: String, source: any DataSource<Item>) {
        self.prefix = prefix
        self.source = source
        ownSection = (section, section)
    }

    /// The name without a slash: byte by byte, for a slash with a mark on it is no `Character` of its own.
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

    /// What the section of this identity is called in the composed list.
    func sectionID(_ id: String) -> String {
        if let ownSection, ownSection.inner.isSpelled(like: id) { return ownSection.outer }
        return prefix + id
    }

    /// What the child calls the row of this identity, if it may be one of its rows.
    func innerID(_ id: String) -> String? {
        guard id.utf8.starts(with: prefix.utf8) else { return nil }
        return String(Substring(id.utf8.dropFirst(prefix.utf8.count)))
    }
}
