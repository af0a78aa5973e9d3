import Oriel

/// Every screen of the workbench, and the way to it.
@SceneActor final class Workbench: AppCoordinator {
    override init() {
        super.init()
        personal("/car") { _ in CarViewModel() }
        addKitchen()
    }
}

@main enum Program {
    static func main() async {
        await Oriel.run { Workbench() }
    }
}
