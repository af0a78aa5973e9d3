import JSON
import Loop
import ViewModels

/// A counter that opens when a test permits it. Its outputs and parts exist only then.
@SceneActor final class CounterViewModel: ViewModel {
    let opening = Gate()
    private var stock: Int?
    private(set) var sold = 0

    init() {
        super.init(screen: "counter", title: "Counter")
        commands = [
            Command("sell", title: "Sell") { [unowned self] call in
                guard let stock else { throw CommandFailure.forbidden(message: "There is nothing to sell.") }
                self.stock = stock - 1
                sold += 1
                call.result = ["left": .int(Int64(stock - 1))]
            }
        ]
    }

    override func load() async {
        await opening.pass()
        stock = 10
        embed(ReceiptForm(), in: "receipt")
    }
}

/// A form that is filled by its load.
@SceneActor private final class ReceiptForm: FormViewModel {
    @Input(.required) var subject = ""
    private var found = ""
    let photo = ImageSlot(in: NoImages())

    override func load() async {
        await Task.yield()
        found = "Stamps"
    }

    override func fill() { subject = found }

    override func save() async {}

    override var clearsAfterSave: Bool { false }
}

/// A screen without stored state.
@SceneActor private final class NoImages: ImageStore {
    func keep(_ bytes: [UInt8]) async throws -> String { "/images/none" }
    func release(_ address: String) async {}
}
