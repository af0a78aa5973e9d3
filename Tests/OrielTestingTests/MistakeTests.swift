import Loop
import Oriel
import OrielTesting
import TestSupport
import Testing

/// Screens whose code makes a mistake end alone, with a reason.
@Suite(.timeLimit(.minutes(5))) struct MistakeTests {
    /// A way to misuse the library.
    enum Mistake: String, CaseIterable, InputValue {
        case unknownCommand, twoCommands, badArgument, badRoute, badSlot, childOfItself, foreignSlot
        case removal, insertion, move, replacement, listTwice, prefixes, childIndex
    }

    /// When the code makes the mistake.
    enum Moment: String, CaseIterable {
        case making, setUp, load, outputs, command
    }

    @SceneActor final class Clumsy: ViewModel {
        @Output var count = 0
        private let way: Mistake
        private let moment: Moment
        private let photo = ImageSlot(in: ImageMemory())

        init(_ mistake: Mistake, at moment: Moment) {
            (way, self.moment) = (mistake, moment)
            super.init(title: "Clumsy")
            commands = [
                Command("go", title: "Go") { [unowned self] call in try await make(.command, call) },
                Command("other", title: "Other") { _ in },
            ]
            if moment == .making { slip() }
        }

        override func setUp() { if moment == .setUp { slip() } }
        override func load() async throws { if moment == .load { slip() } }
        override func updateOutputs() { if moment == .outputs { slip() } }

        private func make(_ moment: Moment, _ call: CommandContext) async throws {
            await Task.yield()
            guard moment == self.moment else { return }
            if way == .badRoute { call.navigation = Navigation("nowhere") } else { slip() }
        }

        private func slip() {
            let model = ArrayModel([1, 2])
            func source() -> any DataSource<Int> { ArrayDataSource([1], section: Section(id: "s")) { "\($0)" } }
            switch way {
            case .unknownCommand: enable("nope", if: true)
            case .twoCommands: commands = [Command("a", title: "A"), Command("a", title: "B")]
            case .badArgument: commands = [Command("a", title: "A", arguments: ["x": .argument("texte")])]
            case .badRoute: navigate(Navigation("nowhere"))
            case .badSlot: embed(ViewModel(), in: "a.b")
            case .childOfItself: addChild(self)
            case .foreignSlot: Task { _ = try? await ViewModel().editImage(photo, from: []) }
            case .removal: model.remove(at: 7)
            case .insertion: model.insert(3, at: -1)
            case .move: model.move(from: 0, to: 2)
            case .replacement: model.replace(at: 2, with: 3)
            case .listTwice:
                let one = source()
                _ = MultiRowDataSource(section: Section(id: "s"), [ListChild("a", one), ListChild("b", one)])
            case .prefixes:
                _ = MultiRowDataSource(
                    section: Section(id: "s"),
                    [ListChild(prefix: "a", source: source()), ListChild(prefix: "ab", source: source())])
            case .childIndex: MultiRowDataSource(section: Section(id: "s"), [ListChild<Int>]()).remove(at: 0)
            }
        }
    }

    @SceneActor final class App: AppCoordinator {
        override init() {
            super.init()
            screen("/healthy") { _ in
                let model = ViewModel(title: "Healthy")
                model.commands = [Command("go", title: "Go") { $0.result = ["ok": true] }]
                return model
            }
            screen("/query") { _ in Filtered() }
            personal("/query/own") { _ in Filtered() }
            screen("/query/pending") { _ async throws in Filtered() }
            screen("/slot") { _ in Outer() }
            screen("/form") { _ in FormViewModel(title: "Shared") }
            screen("/form/pending") { _ async throws in FormViewModel(title: "Shared") }
            screen("/form/embedded") { _ in
                let model = ViewModel(title: "Shared")
                model.embed(FormViewModel(), in: "form")
                return model
            }
            personal("/form/own") { _ in FormViewModel(title: "Own") }
            screen("/child") { _ in
                let model = ViewModel(title: "Parent")
                let child = ViewModel()
                child.enable("nope", if: true)
                model.addChild(child)
                return model
            }
            screen(RoutePattern("/{mistake}/{moment}", String.self, String.self)) { _, values in
                guard let mistake = Mistake(rawValue: values.0), let moment = Moment(rawValue: values.1) else {
                    return nil
                }
                return Clumsy(mistake, at: moment)
            }
        }
    }

    private func makeApp() async throws -> TestApp {
        await Task { @SceneActor in Misuse.stopsProgram = false }.value
        return try await TestApp { _ in App() }
    }

    @Test(arguments: Mistake.allCases.filter { $0 != .foreignSlot }, Moment.allCases)
    func aMistakeEndsItsScreenOnly(_ mistake: Mistake, _ moment: Moment) async throws {
        let app = try await makeApp()
        let healthy = try await Visit(app, "/healthy")
        let route = "/\(mistake)/\(moment)"
        if moment == .command {
            let page = try await Visit(app, route)
            let refusal = await #expect(throws: Refusal.self) { try await page.tap("Go") }
            #expect(refusal?.code == "failed")
            #expect(try await page.waitForEnd() == "failed")
            #expect(try await app.post("\(route):go").status == 500)
        } else if let page = try? await Visit(app, route, untilLoaded: false) {
            #expect(try await page.waitForEnd() == "failed")
        }
        if moment == .making {
            let answer = try await app.get(route)
            #expect(answer.status == 500 && answer.json["code"] == "failed", "\(answer)")
        }
        #expect(try await healthy.tap("Go") == ["ok": true])
    }

    /// A screen with an input in the address.
    final class Filtered: ViewModel {
        @Input(query: "state") var state = "open"
    }

    @Test(arguments: ["/query", "/query/own", "/query/pending"])
    func aPatternThatLacksAQueryParameterEndsItsScreen(_ route: String) async throws {
        let app = try await makeApp()
        let answer = try await app.get(route)
        #expect(answer.status == 500 && answer.json["code"] == "failed", "\(answer)")
    }

    /// A screen whose slot has a screen with a clumsy command.
    final class Outer: ViewModel {
        init() {
            super.init(title: "Outer")
            let inner = ViewModel(title: "Inner")
            inner.commands = [Command("go", title: "Go") { [unowned inner] _ in inner.enable("nope", if: true) }]
            embed(inner, in: "inner")
        }
    }

    @Test func aMistakeInASlotEndsTheWholeScreen() async throws {
        let app = try await makeApp()
        let page = try await Visit(app, "/slot")
        let refusal = await #expect(throws: Refusal.self) { try await page.tap("inner.go") }
        #expect(refusal?.code == "failed")
        #expect(try await page.waitForEnd() == "failed")
    }

    @Test(arguments: ["/form", "/form/pending", "/form/embedded"])
    func aFormNeedsAScreenOfItsVisitor(_ route: String) async throws {
        let app = try await makeApp()
        let answer = try await app.get(route)
        #expect(answer.status == 500 && answer.json["code"] == "failed", "\(answer)")
        #expect(try await Visit(app, "/form/own").title == "Own")
    }

    @Test func aMistakeInTheMakingOfAChildEndsItsParent() async throws {
        #expect(try await makeApp().get("/child").json["code"] == "failed")
    }
}
