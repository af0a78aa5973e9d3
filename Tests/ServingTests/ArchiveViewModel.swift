import JSON
import Loop
import ViewModels

/// An archive whose files cannot be loaded until the test permits it. It may have a shelf with its own files.
@SceneActor final class ArchiveViewModel: ViewModel {
    private var isBurning = true

    init(shelf: ArchiveViewModel? = nil) {
        super.init(screen: "archive")
        commands = [
            Command("reload", title: "Reload", arguments: ["burning": .argument("boolean")]) { [unowned self] call in
                isBurning = call["burning"] ?? false
                reload()
            }
        ]
        embed(shelf, in: "shelf")
    }

    override func load() async throws {
        await Task.yield()
        if isBurning { throw Fire() }
    }
}

private struct Fire: Error, CustomStringConvertible {
    var description: String { "The archive burns." }
}
