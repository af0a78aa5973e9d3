import DataSources
import Lists
import Loop
import Rights
import Scenes
import Stores
import Tables
import ViewModels

/// The values of an attribute for one principal: a live query, read together with the lists of tables, so that no list
/// shows a commit before its effect on rights is known.
@SceneActor final class AttributeValues {
    private let attribute: Rules.Attribute
    private let principal: Principal
    private var list: LiveList
    private let store: Store
    private let onChange: @SceneActor () -> Void
    private let onWarning: (String) -> Void
    private var hasFailed = false
    private var isNotified = false
    /// Whether the values counted at the last event.
    private var counted = false
    /// The next attempt to read a query that took too long, and the number of attempts so far.
    private var retry: LoopTimer?
    private var retries = 0

    /// The maximum number of values of an attribute.
    static let limit = 1_000

    init(
        of attribute: Rules.Attribute, for principal: Principal, in store: Store,
        onWarning: @escaping (String) -> Void, onChange: @escaping @SceneActor () -> Void
    ) {
        (self.attribute, self.principal, self.store) = (attribute, principal, store)
        (self.onWarning, self.onChange) = (onWarning, onChange)
        list = store.open(Self.query(attribute, for: principal))
        watch()
    }

    isolated deinit {
        retry?.cancel()
        list.close()
    }

    private func watch() {
        list.onEvent = { [weak self] event in self?.receive(event) }
        list.display([0..<Self.limit + 1])
    }

    /// Reads the query again among the quick lists, after a while: a busy machine may have made it slow.
    private func tryAgain() {
        guard retry == nil else { return }
        retry = EventLoop.shared.after(.seconds(1 << min(retries, 6))) { [weak self] in
            guard let self else { return }
            (retry, retries) = (nil, retries + 1)
            list.close()
            list = store.open(Self.query(attribute, for: principal))
            watch()
        }
    }

    /// Returns the query of an attribute. A name for its one column is given from outside, and an end of line ends a
    /// comment.
    static func query(_ attribute: Rules.Attribute, for principal: Principal) -> Query {
        let (sql, count) = attribute.numbered
        let values = principal.kind == .person ? [principal.id, principal.name] : [nil, nil]
        var query = Query.sql(
            "WITH attribute(value) AS (\(sql)\n) SELECT DISTINCT value FROM attribute ORDER BY value "
                + "LIMIT \(limit + 1)",
            columns: ["value"], parameters: Array(values.prefix(count)))
        query.isUrgent = true
        return query
    }

    /// Whether the query has been answered.
    var isKnown: Bool { list.isLoaded && list.readAt != nil || hasFailed }

    /// Why a list of values that has been read does not count; `nil` if it does.
    static func fault(of list: LiveList, in store: Store) -> String? {
        if list.count > limit { return "has more than \(limit) values" }
        return store.isTimely(list) ? nil : "takes too long to be read"
    }

    /// The values; `nil` while they are unknown, if the query fails or is slow, and if there are too many values.
    var values: [SQLValue]? {
        guard isKnown, !hasFailed, Self.fault(of: list, in: store) == nil else { return nil }
        return (0..<list.count).compactMap { list.element(at: $0)?.values.first }
    }

    private func receive(_ event: ListEvent) {
        let didCount = counted
        if case .failed(let problem) = event {
            hasFailed = problem != nil
            if let problem { warn("cannot be read: \(problem.message)") }
        }
        if isKnown, !hasFailed, let fault = Self.fault(of: list, in: store) {
            warn(fault)
            if !store.isTimely(list) { tryAgain() }
        }
        counted = values != nil
        // Every commit refreshes the list, and most change nothing.
        if case .refreshed = event, didCount == counted { return }
        onChange()
    }

    /// Reports once why the attribute has no values, so that nothing is allowed.
    private func warn(_ reason: String) {
        guard !isNotified else { return }
        isNotified = true
        let end = reason.hasSuffix(".") ? "" : "."
        onWarning("user.\(attribute.name) \(reason)\(end) The principals that need it are refused everything.")
    }
}

extension Rules.Attribute {
    /// The query without the semicolon at its end. `:id` and `:name` are the parameters 1 and 2; `count` is the number
    /// of the last one in use. Strings and quoted names stay as they are.
    fileprivate var numbered: (sql: String, count: Int) {
        let end = sql.lastIndex { !$0.isWhitespace && $0 != ";" }
        var count = 0
        let statement = (end.map { sql[...$0] } ?? sql[...]).replacing(/'[^']*'|"[^"]*"|:(id|name)\b/) { match in
            guard let name = match.output.1 else { return match.output.0 }
            let number = name == "id" ? 1 : 2
            count = max(count, number)
            return "?\(number)"
        }
        return (String(statement), count)
    }
}
