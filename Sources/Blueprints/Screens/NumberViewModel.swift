import Changes
import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// A declared number: a total of rows, with its share of a whole, its target and its warning.
@SceneActor final class NumberViewModel: ViewModel {
    private let number: NumberDeclaration
    private let setting: SceneSetting
    private let time: SceneTime
    private let conditions: [Expression?]
    private var results: [LiveList] = []

    /// Whether the rows of a number are visible to a viewer.
    static func isVisible(_ number: NumberDeclaration, to viewer: SceneViewer) -> Bool {
        viewer.condition(of: number.rows, reading: number.total.read) != nil
            && (number.whole.map { viewer.condition(of: $0, reading: []) != nil } ?? true)
    }

    /// Creates a number; `nil` if its rows are hidden from the viewers.
    init?(_ number: NumberDeclaration, of scene: SceneDeclaration, _ setting: SceneSetting) {
        guard let condition = setting.viewer.condition(of: number.rows, reading: number.total.read) else {
            return nil
        }
        var conditions = [condition.value]
        if let whole = number.whole {
            guard let condition = setting.viewer.condition(of: whole, reading: []) else { return nil }
            conditions.append(condition.value)
        }
        (self.number, self.setting, self.conditions) = (number, setting, conditions)
        time = SceneTime(setting.clock, SceneTime.shortestRhythm(of: conditions.compactMap(\.self), refreshing: []))
        super.init(screen: "number", title: scene.shownTitle)
        documentMembers = setting.members(of: scene)
        documentMembers["format"] = number.format.map { .string($0.rawValue) }
    }

    override func load() async { open() }

    private func open() {
        for list in results { list.close() }
        let rows = [number.rows] + (number.whole.map { [$0] } ?? [])
        results = zip(rows, conditions).enumerated().map { place, asked in
            let filters = asked.1.map { [Filter.rule(time.at($0))] } ?? []
            let total = place == 0 ? number.total : Total.count
            let list = setting.store.open(derived: .totals(of: asked.0.table, [total], where: filters))
            list.onEvent = { [weak self] in self?.receive($0) }
            list.display([0..<1])
            return list
        }
        time.whenDue { [weak self] in self?.open() }
    }

    override func unload() {
        for list in results { list.close() }
        results = []
        time.stop()
    }

    override var isAnswered: Bool { !results.isEmpty && results.allSatisfy(\.isLoaded) }

    override func checkIsCurrent() -> Bool { results.allSatisfy { $0.checkIsCurrent() } && super.checkIsCurrent() }

    override var readAt: ContinuousClock.Instant? {
        let times = results.map(\.readAt)
        return times.contains(nil) ? nil : times.compactMap(\.self).min()
    }

    private func receive(_ event: ListEvent) {
        switch event {
        case .loaded, .changed: show()
        case .refreshed: didRefresh()
        case .failed(let problem): self.problem = problem
        }
    }

    private func show() {
        guard isAnswered else { return }
        let values = results.map { $0.count > 0 ? $0.element(at: 0)?.values.last ?? .null : .null }
        var value = values[0].json
        if value == .null, number.total.isCount { value = 0 }
        var outputs: JSONObject = ["value": value]
        if number.whole != nil {
            let whole = values[1] == .null ? 0 : values[1].json
            outputs["of"] = whole
            if let part = value.doubleValue, let all = whole.doubleValue, all > 0 {
                outputs["share"] = .double(part / all)
            }
        }
        outputs["target"] = number.target.map(JSON.double)
        if let warning = number.warning {
            let present = warning.isPercentage ? outputs["share"]?.doubleValue.map { $0 * 100 } : value.doubleValue
            let warns = present.map { warning.isBelow ? $0 < warning.limit : $0 > warning.limit } ?? false
            if warns { outputs["warns"] = true }
        }
        self.outputs = outputs
        recordAnswer()
    }

    /// Throws: a number has no commands.
    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        throw .unknown(command: invocation.command)
    }
}

extension SceneViewer {
    /// A condition that may be missing.
    struct Condition { let value: Expression? }

    /// Returns the condition of some rows with the values of the principal; `nil` if the rows or a column that is read
    /// are hidden.
    func condition(of rows: RowsDeclaration, reading columns: [String]) -> Condition? {
        guard let table = table(rows.table) else { return nil }
        guard columns.allSatisfy({ table.column(named: $0) != nil }) else { return nil }
        guard let declared = rows.condition else { return Condition(value: nil) }
        return bound(declared, on: table).map { Condition(value: $0) }
    }
}

extension Total {
    /// The columns that the total reads.
    var read: [String] { measure == .rows ? [] : [column] }

    /// Whether the total is a number of rows or values, which is 0 without rows.
    fileprivate var isCount: Bool { measure == .rows || measure == .values }
}
