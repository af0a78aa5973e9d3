import Loop

@testable import ViewModels

@SceneActor final class ArtistForm: FormViewModel {
    @Bound var artist: Artist?
    @Input(.required, .length(2...)) var name = ""
    @Input(.required) var city = ""
    @Output var heading = ""
    var taken = ""
    var trims = false
    var failure: Failure?
    var checkGate: Gate?
    var writeGate: Gate?
    var saveGate: Gate?
    var loaded: Artist?
    private(set) var checks = 0

    override func fill() {
        name = artist?.name ?? ""
        city = artist?.label?.city ?? ""
    }

    override func updateOutputs() { heading = "Edit \(name)" }

    override func load() async throws { if let loaded { artist = loaded } }

    override func check() async -> [ValidationFailure] {
        checks += 1
        let isTaken = name == taken
        await checkGate?.pass()
        return isTaken ? [ValidationFailure("name", "is taken")] : []
    }

    override func save() async throws {
        if let failure { throw failure }
        await writeGate?.pass()
        artist?.name = trims ? String(name.split(separator: " ").joined(separator: " ")) : name
        artist?.label?.city = city
        await saveGate?.pass()
    }

    override var afterSave: Navigation? { Navigation("/artists") }
}
