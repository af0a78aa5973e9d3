import Oriel
import OrielTesting
import Testing

/// Models that screens follow, effects and events.
@Suite(.timeLimit(.minutes(5))) struct ObservingBlocks {
    @SceneActor @Observable final class Player {
        var song = "Blue"
        var volume = 3
    }

    final class PlayerViewModel: ViewModel {
        @Bound var player: Player?
        @Output var song = ""

        init(_ player: Player) {
            super.init(title: "Player")
            self.player = player
        }

        override func updateOutputs() { song = player?.song ?? "nothing" }
    }

    @SceneActor final class History {
        var entries: [String] = []
        private let player: Player
        private let bindings = Bindings()

        init(_ player: Player) {
            self.player = player
            bindings.bind(player, \.song, \.volume, to: self) { history in
                history.entries.append("\(history.player.song) at \(history.player.volume)")
            }
        }
    }

    @SceneActor final class Imports {
        var imports = 0
        private let subscriptions = Subscriptions()

        init(from library: Player) {
            subscriptions.observe("imported", from: library) { [unowned self] _ in imports += 1 }
        }
    }

    @Test func aScreenAndABindingFollowAnObject() async throws {
        let player = await Player()
        let history = await History(player)
        let app = try await Guide.serve { guide, _, _ in guide.screen("/") { _ in PlayerViewModel(player) } }
        let page = try await Visit(app, "/")
        #expect(page.outputs["song"] == "Blue")
        await change { (player.song, player.volume) = ("Carey", 5) }
        try await page.wait("the song is shown") { $0.outputs["song"] == "Carey" }
        #expect(await history.entries == ["Blue at 3", "Carey at 5"])
    }

    @Test func aNoticeReachesItsListeners() async throws {
        let (library, other) = (await Player(), await Player())
        let imports = await Imports(from: library)
        await change {
            Bus.shared.post("imported", from: library)
            Bus.shared.post("imported", from: other)
        }
        #expect(await imports.imports == 1)
    }
}
