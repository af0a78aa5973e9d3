import Glibc
import Oriel

/// Mistakes of an app's code, on purpose. In a release build, the first three end this screen only, and the fourth is
/// logged. The last ends the program, which its service manager starts again.
@SceneActor final class MistakesViewModel: ViewModel {
    init() {
        super.init(title: "Mistakes")
        commands = [
            Command("enable", title: "Enable an unknown command") { [unowned self] _ in enable("nope", if: true) },
            Command("repeat", title: "Use a name twice") { [unowned self] _ in commands += [commands[0]] },
            Command("remove", title: "Remove a row that is not there") { _ in ArrayModel([1]).remove(at: 7) },
            Command("hold", title: "Hold the event loop") { _ in usleep(300_000) },
            Command("trap", title: "Crash") { _ in fatalError("A crash on purpose") },
        ]
    }
}
