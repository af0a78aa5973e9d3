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
        embed(ReceiptViewModel(), in: "receipt")
    }
}

/// A receipt that is filled by its load.
@SceneActor private final class ReceiptViewModel: ViewModel {
    @Output var subject = ""
    let photo = ImageSlot(in: NoImages())

    init() {
        super.init()
        commands = [
            Command("save", title: "Save") { [unowned self] _ in
                guard subject.isEmpty else { return }
                throw CommandFailure.invalid(message: "The subject is missing.", fields: [:])
            }
        ]
    }

    override func load() async {
        await Task.yield()
        subject = "Stamps"
    }
}

/// A screen without stored state.
@SceneActor private final class NoImages: FileStore {
    func keep(_ bytes: [UInt8]) async throws -> String { "/images/none" }
    func release(_ address: String) async {}
}
