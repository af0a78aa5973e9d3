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
    private let rows: [BoundRows]
    private var results: [LiveList] = []

    /// Creates a number of `rows`: those that count, and those of the whole if there is one.
    init(_ number: NumberDeclaration, of rows: [BoundRows], in scene: SceneDeclaration, _ setting: SceneSetting) {
        (self.number, self.setting, self.rows) = (number, setting, rows)
        time = SceneTime(
            setting.clock, SceneTime.shortestRhythm(of: rows.compactMap(\.condition), refreshing: []))
        super.init(screen: "number", title: scene.shownTitle)
        setting.describe(scene, on: self)
        documentMembers["format"] = number.format.map { .string($0.rawValue) }
    }

    override func load() async { open() }

    private func open() {
        for list in results { list.close() }
        results = rows.enumerated().map { place, rows in
            let total = place == 0 ? number.total : Total.count
            let query = Query.totals(of: rows.table.name, [total], where: rows.filters(at: time))
            let list = setting.store.open(derived: query)
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

extension Total {
    /// Whether the total is a number of rows or values, which is 0 without rows.
    fileprivate var isCount: Bool { measure == .rows || measure == .values }
}
