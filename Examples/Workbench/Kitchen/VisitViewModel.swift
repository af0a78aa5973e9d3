import Oriel

/// A dialog that focuses the invalid field when it closes.
@SceneActor final class VisitViewModel: ViewModel {
    @Input var guest = ""
    @Input(isSecret: true) var password = ""
    @Output var greeting = ""

    init() {
        super.init(screen: "visit", title: "Visit")
        commands = [Command("enter", title: "Enter") { [unowned self] _ in enter() }]
    }

    override func updateOutputs() {
        greeting = guest.isEmpty ? "" : "Welcome, \(guest)"
    }

    private func enter() {
        guard password.isEmpty else { return navigate(Navigation("/kitchen", style: .root)) }
        Task { await alert("The password is missing.", focus: "password") }
    }
}
