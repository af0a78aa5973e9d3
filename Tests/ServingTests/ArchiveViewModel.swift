import JSON
import Loop
import ViewModels

/// An archive whose files cannot be loaded, until it is told that they can be; it may have a shelf with files of its
/// own.
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
