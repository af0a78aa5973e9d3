import Changes
import Loop

/// The result of a live query, as a list sees it. The result can be long: only the displayed rows are in memory.
///
/// A store implements it; ``FetchedDataSource`` makes items from it. All calls are on the event loop. An event is sent
/// after the state has changed, and one refresh is one event.
@SceneActor public protocol FetchedResults<Element>: AnyObject {
    /// The content of a row.
    associatedtype Element

    /// Whether the query has answered once.
    var isLoaded: Bool { get }

    /// Returns whether the list shows every known commit. Looks for commits of any process, so a caller that reads
    /// after a commit knows whether to wait for the next event. O(1), without blocking.
    func checkIsCurrent() -> Bool

    /// The time when the shown read of the models began; `nil` before the first.
    var readAt: ContinuousClock.Instant? { get }

    /// Whether the number of rows is exact. If not, it is a lower bound, and rows that are not displayed have no id
    /// yet. By default `true`.
    var isCounted: Bool { get }

    /// Whether rows are still being found, so that more may follow. By default `false`.
    var isSearching: Bool { get }

    /// The number of rows; 0 before the first answer.
    var count: Int { get }

    /// The number of sections, which follow each other without gaps: one by default.
    var sectionCount: Int { get }

    /// Returns the properties of a section; `nil` when there is only one, which its data source describes.
    ///
    /// - Precondition: `number` is in `0..<sectionCount`.
    func section(at number: Int) -> FetchedSection?

    /// Returns the positions of the rows of a section.
    ///
    /// - Precondition: `number` is in `0..<sectionCount`.
    func rows(ofSection number: Int) -> Range<Int>

    /// Returns the id of the row at `position`, unique in the list and constant while the row exists.
    ///
    /// - Precondition: `position` is in `0..<count`.
    func id(at position: Int) -> String

    /// Returns the position of the row with this id; `nil` if it is not in the list. O(count).
    func position(of id: String) -> Int?

    /// Returns the row at `position`; `nil` while it is being read. Rows outside the displayed ranges may stay `nil`.
    func element(at position: Int) -> Element?

    /// Sets the displayed positions, in place of the previous ones. Missing rows are read, and an event reports their
    /// arrival.
    func display(_ ranges: [Range<Int>])

    /// Called after each change. There is one listener: the data source.
    var onEvent: ((ListEvent) -> Void)? { get set }
}

extension FetchedResults {
    /// `true`: the number is exact.
    public var isCounted: Bool { true }
    /// `false`: no rows are being found.
    public var isSearching: Bool { false }
    /// One section.
    public var sectionCount: Int { 1 }
    /// `nil`: the data source describes the section.
    public func section(at number: Int) -> FetchedSection? { nil }
    /// All rows.
    public func rows(ofSection number: Int) -> Range<Int> { 0..<count }
}

/// The properties of one section of a query.
public struct FetchedSection: Sendable, Equatable {
    /// The id, unique in the list.
    public let id: String
    /// The title above the section, or `nil`.
    public let title: String?

    /// Creates a section with its id and title.
    public init(id: String, title: String?) {
        self.id = id
        self.title = title
    }
}
