import JSON
import Loop
import Testing

@testable import ViewModels

/// A mistake in an app's code stops a debug build at its place. In a release build it ends the screen.
@Suite(.timeLimit(.minutes(5))) struct MisuseTests {
    @Test func aRouteBeginsWithASlash() async {
        await #expect(processExitsWith: .failure) { await slip { $0.navigate(Navigation("not a route")) } }
        await #expect(processExitsWith: .success) { await slip { $0.navigate(Navigation("/route")) } }
        #expect(Navigation("https://example.org", style: .external).route == "https://example.org")
    }

    @Test func anArgumentHasAKnownType() async {
        await #expect(processExitsWith: .failure) {
            await slip { $0.commands = [Command("go", title: "Go", arguments: ["x": .argument("txt")])] }
        }
    }

    @Test func commandsHaveUniqueNames() async {
        await #expect(processExitsWith: .failure) {
            await slip { $0.commands = [Command("go", title: "Go"), Command("go", title: "Go elsewhere")] }
        }
    }

    @Test func theFirstMistakeCounts() async {
        await #expect(processExitsWith: .success) {
            await slip {
                Misuse.stopsProgram = false
                $0.enable("nope", if: true)
                $0.addChild($0)
                precondition($0.mistake == "ViewModel has no command 'nope'" && $0.endCode == "failed")
            }
        }
    }
}

@SceneActor private func slip(_ body: @SceneActor (ViewModel) -> Void) { body(ViewModel(screen: "clumsy")) }
