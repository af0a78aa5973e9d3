import Changes
import Tables

/// The state of a list, sent to a reader.
struct ListRequest: Sendable {
    /// The list's number in its store.
    let number: Int
    let query: Query
    /// The order of the list; `nil` before the first answer.
    let ordering: Ordering?
    /// The number of the last commit that the list shows; `nil` if unknown.
    var position: Int64?
    /// The number of answers so far.
    let revision: Int
    /// The loaded rows, by position.
    let rows: ShownRows
    /// The displayed positions.
    let displayed: [Range<Int>]
}

/// A reader's answer to a list.
struct ListAnswer: Sendable {
    /// The changes of the order and the rows.
    struct News: Sendable {
        let ordering: Ordering
        let rows: ShownRows
        let displayed: [Range<Int>]
        /// The changes of the rows that the list had; `nil` if it had none.
        let changes: ChangeSet?
    }

    let number: Int
    var result: Result<News?, ListFailure> = .success(nil)
    /// The number of the last commit that is shown.
    let position: Int64
    /// Whether the whole order was found, and will be updated row by row.
    var isFollowing = false
    /// Whether the order was not found, because that would take too long.
    var isTooSlow = false
    /// Whether the displayed rows are read but their order is not found yet. The next job finds it.
    var isForetaste = false
    /// How the list is kept current.
    var basis: ListBasis?
    /// The bytes of the rows that were read.
    var readBytes = 0
    /// How long the reading took.
    var time = Duration.zero
    /// The state of the list after the answer, if the reader follows it: the list need not be requested again before
    /// it changes or is closed.
    var followed: ListRequest?
}

/// Why one list failed while others did not.
struct ListFailure: Error {
    let code: String
    let message: String
    /// Whether the rows that were read before must not be shown any more.
    var hidesRows = false
}

extension [ListRequest] {
    /// The requests in the order in which a job reads them. Lists with a known order come first, because other lists
    /// may share it. Lists without content precede those that show their first rows already.
    ///
    /// Of the lists without content, the oldest is read, then the newest, then the next oldest, and so on: a job leaves
    /// large lists to the next one, and a new small list need not wait for all of them. O(requests log requests).
    var inTurn: [ListRequest] {
        let requests = sorted { $0.number < $1.number }
        var turns = requests.filter(\.isOrdered)
        var new = requests.filter { $0.ordering == nil }[...]
        while let oldest = new.popFirst() {
            turns.append(oldest)
            if let newest = new.popLast() { turns.append(newest) }
        }
        return turns + requests.filter { $0.ordering != nil && !$0.isOrdered }
    }
}

extension ListRequest {
    /// Whether the order is complete enough to follow changes.
    var isOrdered: Bool { ordering.map { !$0.isGlimpse } ?? false }

    /// Returns the state of the list after an answer, if it is complete and on display.
    func after(_ news: ListAnswer.News?, at position: Int64) -> ListRequest? {
        guard let ordering = news?.ordering ?? ordering, !ordering.isGlimpse else { return nil }
        let displayed = news?.displayed ?? displayed
        guard !displayed.isEmpty else { return nil }
        return ListRequest(
            number: number, query: query, ordering: ordering, position: position, revision: revision + 1,
            rows: news?.rows ?? rows, displayed: displayed)
    }

    /// Returns whether another glimpse may differ.
    func mayHaveNews(_ changes: RowChanges?) -> Bool {
        guard let ordering, let changes, changes.isEmpty else { return true }
        return !ordering.open(displayed).isEmpty
    }
}
