import Changes
import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// The rows of SQL that an operator has typed, as a live list, with the plan of the database, the tables that it reads,
/// and a scene that shows the same.
@SceneActor final class SQLViewModel: ViewModel {
    private let question: SQLQuestion
    private let store: Store
    private var results: LiveList?
    private var observation: AnyObject?
    /// Why there are no rows, or no newer ones.
    private var reason: String? {
        didSet { documentMembers["error"] = reason.map { .string(question.message($0)) } }
    }

    /// The limit on names of tables and columns for completion. A larger schema has its tables only.
    private static let nameLimit = 5_000

    init(_ question: SQLQuestion, store: Store) {
        (self.question, self.store) = (question, store)
        super.init(screen: "sql", title: "SQL")
        let parameters = question.parameters.map { ($0.name, $0.text.map(JSON.string) ?? .null) }
        inputs = [
            "query": .string(question.text), "sort": .string(question.sort),
            "parameters": .object(JSONObject(parameters)),
        ]
        documentMembers["tables"] = names
    }

    /// The columns of the tables by name.
    private var names: JSON {
        let tables = store.schema.shown.tables
        let isLarge = tables.reduce(0) { $0 + $1.columns.count } > Self.nameLimit
        return .object(
            JSONObject(tables.map { ($0.name, .array(isLarge ? [] : $0.columns.map { .string($0.name) })) }))
    }

    override var isAnswered: Bool { question.text.isEmpty || reason != nil || list?.isLoaded ?? false }

    override func load() async throws {
        guard !question.text.isEmpty, results == nil else { return }
        reason = nil
        do throws(StoreError) {
            try await run()
        } catch {
            if !Task.isCancelled { fail(error.sqlReason) }
        }
    }

    /// Asks the database for the columns and the plan, and opens the list.
    private func run() async throws(StoreError) {
        let sorted = try await question.sorted(in: store)
        let (sql, values) = sorted.bound
        let plan = try await store.plan(ofQuery: sql, with: values)
        guard !Task.isCancelled else { return }
        let names = sorted.columns
        documentMembers["plan"] = .array(plan.map(JSON.string))
        documentMembers["columns"] = .array(names.map(JSON.string))
        documentMembers["shown"] = .array(names.map(JSON.string))
        documentMembers["titleColumns"] = .array(names.prefix(1).map(JSON.string))
        documentMembers["scene"] = .string(SceneOfSQL(sql: sorted.literal).text)
        let results = store.open(sorted.query)
        self.results = results
        let rows = FetchedDataSource(results, section: Section(id: "rows")) { row in
            let fields = JSONObject(zip(names, row.values).map { ($0, $1.json) })
            return Cell(template: "row", title: row.values.first?.label ?? "", fields: fields)
        }
        observation = rows.observe { [weak self] in self?.heed($0) }
        list = rows
    }

    private func heed(_ event: ListEvent) {
        switch event {
        case .failed(let problem?):
            if list?.isLoaded != true { closeRows() }  // the reason is shown in place of rows
            fail(problem.message)
        case .failed(nil): reason = nil
        case .loaded, .changed:
            reason = nil
            documentMembers["reads"] = results?.basis?.reads.map { .array($0.map(JSON.string)) } ?? .null
        case .refreshed: break
        }
    }

    private func fail(_ reason: String) {
        self.reason = reason
        recordAnswer()
    }

    private func closeRows() {
        results?.close()
        (results, list, observation, problem) = (nil, nil, nil, nil)
    }

    override func unload() {
        closeRows()
        reason = nil
    }

    /// Throws: SQL is only read.
    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        throw .unknown(command: invocation.command)
    }
}

extension StoreError {
    /// Whether the database has refused SQL.
    var isFailure: Bool { if case .failed = self { true } else { false } }
    /// The reason as a sentence: that of the database, if it has refused SQL.
    var sqlReason: String { if case .failed(let reason) = self { reason.sentence } else { message } }
}
