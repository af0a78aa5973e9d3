import Oriel

@SceneActor final class DeskCoordinator: AppCoordinator {
    static let ticket = RoutePattern("/tickets/{id}", Int.self)
    static let form = RoutePattern("/tickets/{id}/edit", Int.self)

    init(_ store: Store, rules path: String) throws {
        super.init()
        let rules = try AccessRules(path, of: store)
        screen("/?state", by: rules) { _, desk in TicketsViewModel(desk) }
        screen(Self.ticket, by: rules) { _, id, desk in TicketViewModel(id, desk) }
        personal(Self.form, by: rules) { _, id, _, desk in TicketForm(desk.row("Ticket", "\(id)")) }
    }
}
