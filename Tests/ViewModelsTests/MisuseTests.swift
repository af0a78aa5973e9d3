import JSON
import Loop
import Testing

@testable import ViewModels

/// Programmer errors stop the program at their place.
@Suite(.timeLimit(.minutes(5))) struct MisuseTests {
    @Test func aRouteBeginsWithASlash() async {
        await #expect(processExitsWith: .failure) { _ = Navigation("not a route") }
        #expect(Navigation("https://example.org", style: .external).route == "https://example.org")
    }

    @Test func anArgumentHasAKnownType() async {
        await #expect(processExitsWith: .failure) { _ = JSON.argument("txt") }
    }

    @Test func commandsHaveUniqueNames() async {
        await #expect(processExitsWith: .failure) {
            await nameTwice()
        }
    }
}

@SceneActor private func nameTwice() {
    let viewModel = ViewModel(screen: "twice")
    viewModel.commands = [Command("go", title: "Go"), Command("go", title: "Go elsewhere")]
}
