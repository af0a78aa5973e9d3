import JSON

/// A range of rows of a list: `count` rows from position `start` on.
public struct Window: Hashable, Sendable {
    /// The position of the first row in the list, from 0.
    public var start: Int
    /// The requested number of rows.
    public var count: Int

    /// Makes a window of `count` rows from `start` on.
    public init(start: Int, count: Int) {
        self.start = start
        self.count = count
    }

    /// The largest position and count. Larger numbers are reduced to this one, so that sums of them do not overflow.
    package static let largest = 1 << 41

    /// The positions in the window.
    package var range: Range<Int> { start..<start + count }

    /// Returns the window, moved back so that it shows rows, if a list of `total` rows has any.
    package func fitted(to total: Int) -> Window {
        Window(start: max(0, min(start, total - count)), count: count)
    }
}

/// The `window` member of a document (protocol, section 2).
package struct WindowState: Equatable, Sendable {
    package var window: Window
    /// The number of rows in the whole list.
    package var total: Int
    /// The number of the first section listed.
    package var section: Int
    /// The number of sections in the whole list.
    package var sections: Int
    /// Whether the list may have more rows than ``total``.
    package var isApproximate = false
    /// Whether rows are still being found.
    package var isSearching = false

    package init(window: Window, total: Int, section: Int, sections: Int) {
        self.window = window
        self.total = total
        self.section = section
        self.sections = sections
    }

    var json: JSONObject {
        var json = JSONObject()
        eachMember { json[$0] = $1 }
        return json
    }

    var hash: UInt64 {
        var hash = ContentHash.Object()
        eachMember { hash.add($0, $1.contentHash) }
        return hash.value
    }

    private func eachMember(_ body: (String, JSON) -> Void) {
        body("start", .int(Int64(window.start)))
        body("count", .int(Int64(window.count)))
        body("total", .int(Int64(total)))
        body("section", .int(Int64(section)))
        body("sections", .int(Int64(sections)))
        if isApproximate { body("approximate", true) }
        if isSearching { body("searching", true) }
    }
}
