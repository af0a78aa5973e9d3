import DataSources
import Lists
import Loop
import Stores
import Tables
import ViewModels

/// A value of a database, kept current while the object exists.
///
/// See ``RecordStore/count(_:where:search:)`` and ``Store/value(_:_:parameters:as:)``.
@SceneActor public final class LiveValue<Value: OutputValue>: LiveScalar {
    /// The value.
    public private(set) var value: Value
    /// Why the value is stale, or `nil`.
    public private(set) var problem: ListProblem?
    /// Notifies after each read of the database.
    public let looks = Looks()
    private let results: RecordList
    private let read: (RecordList) -> Value?

    /// Follows the value that `read` finds in the results of a query. While it finds none, the value stays.
    init(_ first: Value, of query: Query, in store: any RecordStore, _ read: @escaping (RecordList) -> Value?) {
        value = first
        self.read = read
        results = RecordList(query, in: store)
        results.onEvent = { [weak self] in self?.receive($0) }
        results.display([0..<1])  // a list without displayed rows is not kept current
    }

    /// Returns whether the value includes every known commit. Looks for commits. O(1).
    public func checkIsCurrent() -> Bool { results.checkIsCurrent() }

    /// The time when the shown read of the database began; `nil` before the first.
    public var readAt: ContinuousClock.Instant? { results.readAt }

    private func receive(_ event: ListEvent) {
        if case .failed(let problem) = event { self.problem = problem }
        if let value = read(results) { self.value = value }
        looks.notify()
    }
}
