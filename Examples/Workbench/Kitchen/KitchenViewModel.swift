import FoundationEssentials
import Oriel

/// Values of every type, commands of every kind, dialogs, navigation, and nested parts.
@SceneActor final class KitchenViewModel: ViewModel {
    @Output var cookOfTheDay = "Ada"
    @Output var mealCount = 12_345.5
    @Output var isOpen = true
    @Output var openedOn = Date(timeIntervalSince1970: 1_700_000_000)
    @Output var homePage = URL(string: "https://example.org/kitchen")
    @Output var chefs = ["Ada", "Grace"]
    @Output var hours: [String: Int] = ["friday": 9, "monday": 7]
    @Output var closedOn: Date? = nil
    @Output var markup = "<b onclick=\"alert(1)\">no markup</b>"
    @Output var lastWord = "Nothing was said"

    init(_ shelf: Shelf, _ label: JarLabel, images: FileFolder) {
        super.init(screen: "kitchen", title: "Kitchen")
        commands =
            [
                Command("bake", title: "Bake") { call in
                    for step in 1...10 {
                        try await Task.sleep(for: .milliseconds(60))
                        call.report(progress: Double(step) / 10)
                    }
                },
                Command("order", title: "Order", arguments: Self.order) { [unowned self] in try order($0) },
                Command("talk", title: "Talk") { [unowned self] _ in Task { await talk() } },
                Command("burn", title: "Burn") { _ in throw CommandFailure.failed(message: "It would smell.") },
                Command("flood", title: "Flood", isEnabled: false) { _ in },
            ] + Self.ways
        embed(PantryViewModel(shelf, label, images: images), in: "pantry")
    }

    private static let order: JSONObject = [
        "dish": .argument("text", isRequired: true), "portions": .argument("integer"),
        "price": .argument("number"), "isSpicy": .argument("boolean"),
    ]

    private static var ways: [Command] {
        let ways: [(String, String, Navigation)] = [
            ("edit", "Recipe", Navigation("/kitchen/recipe")),
            ("peek", "Shelf", Navigation("/kitchen/shelf", style: .modal)),
            ("leave", "Start again", Navigation("/kitchen/shelf", style: .root)),
            ("back", "Back", Navigation("/kitchen/shelf", style: .back)),
        ]
        return ways.map { name, title, way in Command(name, title: title) { $0.navigation = way } }
    }

    private func order(_ call: CommandContext) throws {
        let dish: String = call["dish"] ?? ""
        guard dish != "Poison" else {
            throw CommandFailure.invalid(message: "We do not serve that.", fields: ["dish": "is nothing to eat"])
        }
        let portions: Int = call["portions"] ?? 1
        let isSpicy: Bool = call["isSpicy"] ?? false
        lastWord = "\(portions) × \(dish)\(isSpicy ? ", spicy" : "")"
    }

    /// A chain of dialogs: the second depends on the first.
    private func talk() async {
        let question = Dialog(
            .alert, title: "Are you hungry?", message: "Be honest.",
            actions: [Dialog.Action("yes", "Yes"), .destructive("never", "Never again"), .cancel("Not now")])
        let answer = await ask(question)
        guard answer == "yes" else { return lastWord = "Answer: \(answer ?? "none")" }
        let choices = ["Soup", "Salad", "Pie"].map { Dialog.Action($0.lowercased(), $0) }
        let dish = await ask(Dialog(.sheet, title: "What may it be?", actions: choices + [.cancel()]))
        lastWord = "Dish: \(dish ?? "none")"
    }
}
