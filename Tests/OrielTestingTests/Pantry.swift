import Oriel

/// A small app with a screen for each thing that a visitor can do.
@SceneActor final class Pantry: AppCoordinator, StoreCoordinator {
    static let jar = RoutePattern("/jars/{id}", Int.self)
    let store: Store
    let kitchen = Kitchen()

    init(_ store: Store) {
        self.store = store
        super.init()
        screen("/") { _ in JarsViewModel(store) }
        personal(Self.jar) { _, id in JarForm(store.row("Jar", "\(id)")) }
        screen("/kitchen") { [kitchen] _ in KitchenViewModel(kitchen) }
        personal("/account") { _, visitor in AccountViewModel(visitor) }
        screen("/slow") { _ in SlowViewModel() }
        screen("/photo") { _ in PhotoViewModel() }
    }

    override func admits(_ principal: Principal, to route: Route) -> Bool {
        route.segments.first != "kitchen" || principal.kind != .nobody || authenticator == nil
    }

    static let migrations: KeyValuePairs = [
        "create": """
        CREATE TABLE "Jar" ("Id" INTEGER PRIMARY KEY, "Name" TEXT NOT NULL, "Grams" INTEGER NOT NULL DEFAULT 0);
        INSERT INTO "Jar" VALUES (1, 'Flour', 900), (2, 'Salt', 400), (3, 'Sugar', 700);
        """
    ]
}

/// The jars by name.
final class JarsViewModel: ViewModel {
    init(_ store: Store) {
        super.init(title: "Jars")
        list = CellList(store.list("Jar", sort: ["Name"]) { JarCell($0, store) })
    }
}

final class JarCell: CellViewModel {
    private let jar: Record
    private let store: Store

    init(_ jar: Record, _ store: Store) {
        (self.jar, self.store) = (jar, store)
        let grams: Int = jar["Grams"] ?? 0
        super.init(title: jar["Name"] ?? "", subtitle: "\(grams) g", href: "/jars/\(jar.id)")
        rights = .delete
        actions = [
            RowAction("fill", title: "Fill") { [id = jar.id] in
                try await store.write(.update(table: "Jar", id: id, values: ["Grams": 1000]))
            }
        ]
    }

    override func delete() async throws { try await store.write(.delete(table: "Jar", id: jar.id)) }
}

/// A jar to edit.
final class JarForm: FormViewModel {
    enum Size: String, InputValue, CaseIterable { case small, large }

    @Input(title: "Label", .required) var name = ""
    @Input(.range(0...1000)) var grams = 0
    @Input var lidSize = Size.small
    private let jar: RowModel

    init(_ jar: RowModel) {
        self.jar = jar
        super.init(title: "A jar")
        follow(jar)
    }

    override func fill() { (name, grams) = (jar["Name"] ?? "", jar["Grams"] ?? 0) }
    override func save() async throws { try await jar.save(["Name": name, "Grams": grams]) }
    override func updateOutputs() { if jar.isGone { end("deleted") } }
}

/// What all visitors of the kitchen share.
@SceneActor @Observable final class Kitchen {
    var pots = 0
}

/// Commands with a dialog, a result, a refusal and a way to another screen.
final class KitchenViewModel: ViewModel {
    @Output var pots = 0
    private let kitchen: Kitchen

    init(_ kitchen: Kitchen) {
        self.kitchen = kitchen
        super.init(title: "Kitchen")
        commands = [
            Command("cook", title: "Cook") { [unowned self] call in
                let answer = await ask(
                    Dialog(title: "Which pot?", actions: [Dialog.Action("big", "The big one"), .cancel()]))
                guard answer == "big" else { return }
                let sure = await ask(Dialog(title: "Sure?", actions: [Dialog.Action("yes", "Yes"), .cancel("No")]))
                if sure == "yes" { kitchen.pots += 1 }
                call.result = ["pots": .int(Int64(kitchen.pots))]
            },
            Command("spill", title: "Spill") { _ in throw CommandFailure.forbidden(message: "The floor is clean.") },
            Command("leave", title: "Leave") { call in call.navigation = Navigation("/") },
            Command("never", title: "Never") { _ in },
        ]
    }

    override func updateOutputs() {
        pots = kitchen.pots
        commands[3].isEnabled = false
    }
}

/// Who has signed in, and a way to sign in as ada.
final class AccountViewModel: ViewModel {
    @Output var name = ""

    init(_ visitor: Visitor) {
        super.init(title: "Account")
        name = visitor.principal.name
        commands = [
            Command("enter", title: "Enter") { call in
                call.navigation = try await visitor.signIn(as: "ada", to: "/account")
            }
        ]
    }
}

/// A screen that loads until a test ends the load.
final class SlowViewModel: ViewModel {
    @Output var text = ""

    override func load() async throws {
        try await Task.sleep(for: .milliseconds(50))
        text = "here"
    }
}

/// A picture.
final class PhotoViewModel: ViewModel {
    let photo = ImageSlot(in: ImageMemory())

    init() {
        super.init(title: "Photo")
        photo.onEdit = { [photo] in photo.image = $0 }
    }
}

/// Keeps no picture, and gives each an address.
@SceneActor final class ImageMemory: FileStore {
    func keep(_ bytes: [UInt8]) async throws -> String { "/images/\(bytes.count)" }
    func release(_ address: String) async {}
}
