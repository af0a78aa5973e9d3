import Loop

@testable import ViewModels

@SceneActor final class ArtistViewModel: ViewModel {
    @Bound var artist: Artist?
    @Bound var rival: Artist?
    @Bound var suffix = ""
    @Input var isShort = false
    @Output var name = ""
    @Output var city = ""
    @Output var runs = 0
    private(set) var updates = 0

    override func updateOutputs() {
        updates += 1
        name = isShort ? "short" : (artist?.name ?? "nobody") + suffix
        city = artist?.label?.city ?? rival?.label?.city ?? "nowhere"
        runs += 1
    }
}

@SceneActor final class HouseViewModel: ViewModel {
    let artist = ArtistViewModel()
    @Output var greeting = ""
    private(set) var updates = 0

    override func setUp() { addChild(artist) }

    override func updateOutputs() {
        updates += 1
        greeting = "Hello \(artist.name)"
    }
}

@SceneActor final class ReaderViewModel: ViewModel {
    private let other: ArtistViewModel
    @Output var text = ""

    init(of other: ArtistViewModel) {
        self.other = other
        super.init()
    }

    override func updateOutputs() { text = other.name }
}
