import Changes
import Loop

/// The result of a live query, as a list knows it: it can be long, so that only the rows on display are in memory.
///
/// A store implements it; ``FetchedDataSource`` makes cells of it. Everything happens on the loop: an event is told
/// after the state has changed, and one refresh is one event.
@SceneActor public protocol FetchedResults<Element>: AnyObject {
    /// What a row holds.
    associatedtype Element

    /// Whether the query has answered once.
    var isLoaded: Bool { get }

    /// Whether no commit is known that the list does not show yet. Asking looks for one, so that whoever reads after a
    /// commit, by whomever, knows to wait for the next event. O(1), no blocking.
    var isCurrent: Bool { get }

    /// When the look at the models began whose answer is shown; `nil` before the first.
    var readAt: ContinuousClock.Instant? { get }

    /// Whether the number of rows is exact; if not, it is the least that there can be, and rows that nobody looks at have no
    /// identity yet. True, if nothing else is said.
    var isCounted: Bool { get }

    /// Whether rows are still being found, so that there may soon be more. False, if nothing else is said.
    var isSearching: Bool { get }

    /// The number of rows, 0 before the first answer.
    var count: Int { get }

    /// The number of sections, which follow each other without gaps: one, if nothing else is said.
    var sectionCount: Int { get }

    /// What a section is called; `nil` when there is but one, which is called as its data source says.
    ///
    /// - Precondition: `number` is in `0..<sectionCount`.
    func section(at number: Int) -> FetchedSection?

    /// The positions of the rows of a section.
    ///
    /// - Precondition: `number` is in `0..<sectionCount`.
    func rows(ofSection number: Int) -> Range<Int>

    /// The identity of the row at `position`, unique in the list and the same for as long as the row lives.
    ///
    /// - Precondition: `position` is in `0..<count`.
    func id(at position: Int) -> String

    /// Where the row of this identity stands, if it is in the list. O(count).
    func position(of id: String) -> Int?

    /// The row at `position`, or `nil` while it is being read. Rows outside the displayed ranges may be `nil` for ever.
    func element(at position: Int) -> Element?

    /// Says which positions somebody looks at, instead of what was said before; rows not in memory are read, and an
    /// event tells when they are there.
    func display(_ ranges: [Range<Int>])

    /// Told after each change. One listener: the data source.
    var onEvent: ((ListEvent) -> Void)? { get set }
}

extension FetchedResults {
    /// The number is exact.
    public var isCounted: Bool { true }
    /// Nothing is being found.
    public var isSearching: Bool { false }
    /// One section.
    public var sectionCount: Int { 1 }
    /// The one that the data source describes.
    public func section(at number: Int) -> FetchedSection? { nil }
    /// All rows.
    public func rows(ofSection number: Int) -> Range<Int> { 0..<count }
}

/// What a query says of one of its sections.
public struct FetchedSection: Sendable, Equatable {
    /// The identity, unique in the list.
    public let id: String
    /// What stands above it, if anything.
    public let title: String?

    /// A section by its identity, with what stands above it.
    public init(id: String, title: String?) {
        self.id = id
        self.title = title
    }
}
