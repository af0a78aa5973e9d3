import DataSources
import FoundationEssentials
import Loop
import Models
import Observables
import Scenes
import Stores
import Tables
import ViewModels

/// The sessions of a person, the last used first. The person can end each one, and all but the present one. A client
/// with a key sees them only.
final class SessionsViewModel: ViewModel {
    private let person: String
    private let store: AccessStore

    init(of visitor: Visitor, in store: AccessStore) {
        (person, self.store) = (visitor.principal.id, store)
        super.init(title: "Where you are signed in")
        let (person, browser) = (person, visitor.browser)
        list = CellList(
            store.store.list(
                sql: store.text(
                    "SELECT Id, Browser, Used, Network, Agent FROM {Session} WHERE Person = ? ORDER BY Used DESC, Id"),
                columns: ["Browser", "Used", "Network", "Agent"], key: ["Id"], parameters: [person]
            ) { SessionCell($0, browser: browser, store) })
        guard let browser else { return }
        commands = [
            Command("end-others", title: "End all others") { _ in
                _ = try await store.transaction {
                    try $0.run("DELETE FROM {Session} WHERE Person = ? AND Browser <> ?", person, browser)
                }
            }
        ]
    }

    /// Removes sessions whose time is over. Otherwise they stay until somebody signs in.
    override func setUp() {
        let (person, now, store) = (person, Date().timeIntervalSince1970, store)
        Task { @SceneActor in
            _ = try? await store.transaction {
                try $0.run("DELETE FROM {Session} WHERE Person = ?1 AND (Ends < ?2 OR Used + Idle < ?2)", person, now)
            }
        }
    }
}

/// A session in the list of its person.
final class SessionCell: CellViewModel, RecordCell {
    @Bound var record: Record
    private let browser: String?

    init(_ session: Record, browser: String?, _ store: AccessStore) {
        (record, self.browser) = (session, browser)
        super.init()
        guard browser != nil else { return }
        let id = session.id
        actions = [
            RowAction("end", title: "End", role: .destructive) {
                _ = try await store.transaction { try $0.run("DELETE FROM {Session} WHERE Id = ?", id) }
            }
        ]
    }

    override func updateOutputs() {
        title = UserAgent(record["Agent"] ?? "").name
        let place = record["Browser"] == browser ? "This browser" : "From \(record["Network"] ?? "this machine")"
        subtitle = "\(place), last used \(AuditTime(record["Used"] ?? 0).text)"
    }
}
