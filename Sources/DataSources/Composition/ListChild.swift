import Changes
import Loop

/// A list within a composed list, and what the identities of its rows begin with there.
public struct ListChild<Item> {
    /// What the identities of the rows begin with.
    public let prefix: String
    /// The list.
    public let source: any DataSource<Item>

    /// A child whose rows are called `prefix` + their own identity. No child's prefix may begin with another's.
    public init(prefix: String, source: any DataSource<Item>) {
        self.prefix = prefix
        self.source = source
    }

    /// A child of any name, unique in the composed list: its rows are called `name/` + their own identity.
    ///
    /// `%` and `/` of the name become `%25` and `%2F`.
    public init(_ name: String, _ source: any DataSource<Item>) {
        let segments = name.split(separator: "%", omittingEmptySubsequences: false).map {
            $0.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F")
        }
        self.init(prefix: segments.joined(separator: "%25") + "/", source: source)
    }

    /// What the child calls the row of this identity, if it may be one of its rows.
    func innerID(_ id: String) -> String? {
        guard id.utf8.starts(with: prefix.utf8) else { return nil }
        return String(Substring(id.utf8.dropFirst(prefix.utf8.count)))
    }
}
