import DataSources
import JSON
import Loop
import TestSupport
import Testing
import ViewModels
import Wire

@testable import Scenes

/// A screen with a list of records, which are in memory.
@SceneActor private final class Shop: AppCoordinator {
    struct Record {
        let id: Int
        var text: String
    }

    let records = ArrayModel((1...30).map { Record(id: $0, text: "Record \($0)") })
    private(set) lazy var viewModel = ViewModel(
        screen: "shop", title: "Shop",
        list: MutableArrayDataSource(records, section: Section(id: "all"), id: { String($0.id) }) {
            Cell(template: "row", title: $0.text, fields: ["Length": .int(Int64($0.text.utf8.count))])
        })

    override init() {
        super.init()
        screen("/shop") { [unowned self] _ in viewModel }
    }
}

/// A viewer that applies the patches to its first document.
@SceneActor private final class Replica: ViewObserver {
    let viewerCount = 1
    private(set) var document: JSON
    private(set) var patches: [JSON] = []

    init(of view: View) {
        document = view.state?.document.json ?? .null
    }

    func viewDidUpdate(_ update: Update) {
        guard let patch = try? JSON(parsing: update.patch), let next = try? document.applying(patch) else {
            Issue.record("\(String(decoding: update.patch, as: UTF8.self)) is no patch of what was shown")
            return
        }
        #expect(Digest(next.contentHash) == update.to)
        document = next
        patches.append(patch)
    }

    func viewDidNavigate(_ navigation: Navigation) {}
    func viewDidEnd(code: String) {}
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct ChangedRowsTests {
    private let shop = Shop()
    private let registry: SceneRegistry

    init() {
        registry = SceneRegistry(coordinator: shop, linger: .seconds(100), limit: 10)
    }

    /// A watched view, once it has a state.
    private func watch(from start: Int) async throws -> (view: View, replica: Replica) {
        let visitor = SessionTicket(id: nil, in: Sessions(limit: 1, lifetime: .seconds(100), path: nil))
        var found: Result<Scene, RouteError>?
        registry.find(try #require(Route("/shop")), for: visitor) { found = $0 }
        let view = try #require(found).get().view(at: .start(start), count: 10)
        await withCheckedContinuation { done in view.whenCurrent(patience: .seconds(100)) { done.resume() } }
        let replica = Replica(of: view)
        view.add(replica)
        return (view, replica)
    }

    /// The view and its replica equal a full rendering.
    private func check(_ view: View, _ replica: Replica) throws {
        let fresh = try #require(view.screen.render(view.window, loaded: true)).document
        #expect(replica.document == fresh.json)
        #expect(view.state?.digest == fresh.digest)
        #expect(fresh.digest == Digest(fresh.json.contentHash))
    }

    @Test func anUnwatchedWindowIsReadAgainAfterAnEviction() async throws {
        let (_, replica) = try await watch(from: 0)
        let (forgotten, first) = try await watch(from: 5)
        forgotten.remove(first)
        let middle = ContinuousClock.now
        let (left, second) = try await watch(from: 12)
        left.remove(second)
        #expect(left.checkIsCurrent())
        registry.scenes.values.forEach { _ = $0.prune(idleSince: middle) }
        #expect(!left.checkIsCurrent())
        _ = replica
    }

    private func rename(_ index: Int, _ text: String) {
        shop.records.replace(at: index, with: Shop.Record(id: shop.records.elements[index].id, text: text))
    }

    @Test func aChangedRowIsAPatchOfItsMembersAndTheOtherCellsStayTheObjectsTheyWere() async throws {
        let (view, replica) = try await watch(from: 0)
        rename(3, "The first time everything is looked at")
        await endOfTurn()
        let before = try #require(view.state?.document.list).sections[0].rows
        rename(3, "Renamed")
        rename(20, "Outside of the window")
        await endOfTurn()
        #expect(
            replica.patches.dropFirst() == [
                [
                    ["op": "replace", "path": "/cells/4/title", "value": "Renamed"],
                    ["op": "replace", "path": "/cells/4/fields/Length", "value": 7],
                ]
            ])
        let after = try #require(view.state?.document.list).sections[0].rows
        #expect(before.indices.filter { before[$0] !== after[$0] } == [3])
        try check(view, replica)
    }

    @Test func aPartThatRemovesItselfIsNotShown() async throws {
        let part = ViewModel(screen: "part")
        shop.viewModel.embed(part, in: "side")
        let (view, replica) = try await watch(from: 0)
        #expect(replica.document["slots"]?["side"]?["screen"] == "part")
        part.removeFromParent()
        await endOfTurn()
        try check(view, replica)
        #expect(replica.document["slots"] == nil && replica.patches.count == 1)
    }

    @Test func rowsThatChangeBesideOtherChangesAreShownAsTheyAre() async throws {
        var generator = SeededGenerator.announced("rowsThatChangeBesideOtherChangesAreShownAsTheyAre")
        var watched = [try await watch(from: 0), try await watch(from: 12)]
        var last = 30
        for step in 0..<300 {
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: shop.records.elements.indices, using: &generator)
                switch Int.random(in: 0..<12, using: &generator) {
                case 0:
                    last += 1
                    shop.records.insert(Shop.Record(id: last, text: "New \(step)"), at: index)
                case 1 where shop.records.count > 25: shop.records.remove(at: index)
                case 2: shop.records.move(from: index, to: Int.random(in: 0..<shop.records.count, using: &generator))
                case 3: shop.viewModel.outputs["step"] = .int(Int64(step))
                case 4: shop.viewModel.title = "Shop \(step)"
                default: rename(index, "Text \(Int.random(in: 0..<3, using: &generator))")
                }
            }
            if step % 50 == 49 {  // somebody goes, rows change, and they come back
                watched[1].view.remove(watched[1].replica)
                rename(15, "Unseen \(step)")
                await endOfTurn()
                watched[1] = try await watch(from: watched[1].view.window.start)
            }
            await endOfTurn()
            for (view, replica) in watched { try check(view, replica) }
        }
    }
}
