import Changes
import DataSources
import Lists
import Loop
import Stores
import Tables
import TestSupport

/// A live list, and a replica built from its change sets.
@SceneActor final class FollowedList {
    /// The query in another process, for the expected list.
    let oracle: String
    /// The rows according to the change sets.
    private(set) var replica: [[String]] = [[]]
    private var next: CheckedContinuation<Void, Never>?
    private let list: LiveList
    private var range = 0..<0
    /// Whether it is more than one section.
    let hasSections: Bool

    /// Follows a query; `oracle` prints its rows, each as its id and its values with colons between.
    init(_ query: Query, oracle: String, _ store: Store) {
        self.oracle = oracle
        list = store.open(query)
        hasSections = query.section != nil
        list.onEvent = { [weak self] in self?.receive($0) }
    }

    /// How the list is updated.
    var basis: ListBasis? { list.basis }

    /// Returns when the list shows every commit made before the call. Another list may keep the reader busy again right
    /// after.
    func settle() async {
        let start = ContinuousClock.now
        while !list.isLoaded || !list.checkIsCurrent() && !(list.readAt.map { start <= $0 } ?? false) {
            await withCheckedContinuation { next = $0 }
        }
    }

    /// The ids of the rows as the list has them, by section.
    var ids: [[String]] { (0..<list.sectionCount).map { list.rows(ofSection: $0).map(list.id) } }

    /// The rows on display according to the oracle.
    var shown: [String] {
        range.clamped(to: 0..<list.count).map { position in
            guard let row = list.element(at: position) else { return "nothing at \(position)" }
            return ([row.id] + row.values.map(\.literal)).joined(separator: ":")
        }
    }

    /// The positions of the displayed rows in the whole list.
    var places: Range<Int> { range.clamped(to: 0..<list.count) }

    /// Looks at other rows.
    func display(_ random: inout SeededGenerator) {
        let start = Int.random(in: 0..<30, using: &random)
        range = start..<start + Int.random(in: 1...20, using: &random)
        list.display([range])
    }

    func close() {
        list.close()
    }

    private func receive(_ event: ListEvent) {
        defer {
            next?.resume()
            next = nil
        }
        switch event {
        case .changed(let changes):
            replica = (try? changes.apply(to: replica, new: ids)) ?? [["no list can have changed so"]]
            list.display([range])
        case .loaded: replica = ids
        case .failed, .refreshed: break
        }
    }
}

extension SQLValue {
    /// The value in the oracle's form: texts and blobs as bytes, and reals only by their type.
    fileprivate var literal: String {
        switch self {
        case .null: "null"
        case .integer(let number): "\(number)"
        case .real: "real"
        case .text(let text): Array(text.utf8).hex
        case .malformed(let text): text.bytes.hex
        case .blob(let blob): blob.bytes.hex
        }
    }
}

extension [UInt8] {
    fileprivate var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
