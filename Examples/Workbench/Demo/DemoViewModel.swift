import Oriel

/// Two labels that follow a shared model.
@SceneActor final class DemoViewModel: ViewModel {
    @Output var name = ""
    @Output var venueID = 0
    private let venue: Venue

    init(_ venue: Venue) {
        self.venue = venue
        super.init(title: "Demo")
        commands = [Command("change", title: "Change model") { _ in venue.rename() }]
    }

    override func updateOutputs() {
        name = venue.name
        venueID = venue.id
    }
}
