import Foundation
import Oriel
import OrielTesting
import Testing

/// Sign-in and rights.
@Suite(.timeLimit(.minutes(5))) struct RightsBlocks {
    @SceneActor final class Desk: AppCoordinator {
        init(_ store: Store, rules path: String) throws {
            super.init()
            let rules = try AccessRules(path, of: store)
            screen("/", by: rules) { _, desk in TicketsViewModel(desk) }
            personal("/new", by: rules) { _, _, desk in TicketForm(desk) }
            files(RoutePattern("/pictures/{id}", String.self), of: "Image", in: "Picture", by: rules)
            screen("/members") { _ in MembersViewModel(store) }
            personal("/me") { _, visitor in AccountViewModel(visitor.principal) }
        }

        override func admits(_ principal: Principal, to route: Route) -> Bool {
            route.segments.first != "members" || principal.isAdmin
        }
    }

    private static let rules = """
        attributes: { teams: SELECT Team FROM Member WHERE Person = :name }
        tables:
          Ticket: [{ to: signed-in, rows: Team in user.teams, columns: all, insert: { columns: [Title, Team] } }]
          Comment:
            - to: signed-in
              columns: all
              insert: { columns: [Ticket, Text, Author], check: Author = user.name }
        """

    final class TicketsViewModel: ViewModel {
        init(_ desk: GrantedStore) {
            super.init(title: "Tickets")
            let tickets = desk.list("Ticket", sort: ["Title"]) { CellViewModel(title: $0["Title"] ?? "") }
            let comments = desk.list("Comment", sort: ["Id"]) {
                CellViewModel(title: $0["Text"] ?? "", subtitle: $0["Author"])
            }
            list = CellList(
                MultiSectionDataSource([ListChild("tickets", tickets), ListChild("comments", comments)]))
            commands = [
                Command("comment", title: "Comment", arguments: ["text": .argument("text")]) { call in
                    let (id, text): (Int64, String) = (1, call["text"] ?? "")
                    let values: JSONObject = [
                        "Ticket": .int(id), "Text": .string(text), "Author": .string(call.principal.name),
                    ]
                    try await desk.write(.insert(table: "Comment", values: values))
                }
            ]
        }
    }

    final class TicketForm: FormViewModel {
        @Input(.required) var name = ""
        @Input var team = 1
        @Live var known: Int
        private let desk: GrantedStore

        init(_ desk: GrantedStore) {
            self.desk = desk
            _known = Live(desk.count("Ticket"))
            super.init(title: "New")
        }

        override func save() async throws {
            let values: JSONObject = ["Title": .string(name), "Team": .int(Int64(team))]
            try await desk.write(.insert(table: "Ticket", values: values))
        }
    }

    final class MembersViewModel: ViewModel {
        init(_ store: Store) {
            super.init(title: "Members")
            list = CellList(
                store.list("Member") { member in
                    let cell = CellViewModel(title: member["Person"] ?? "")
                    cell.actions = [
                        RowAction("remove", title: "Remove") {
                            try await store.write(.delete(table: "Member", id: member.id))
                        }
                    ]
                    return cell
                })
        }
    }

    final class AccountViewModel: ViewModel {
        init(_ principal: Principal) { super.init(title: principal.name) }
    }

    private static let (ada, bob) = (Principal.person("ada"), Principal.person("bob"))
    private static let root = Principal.person("root", roles: ["admin"])

    private static func makeDesk() async throws -> TestApp {
        try await TestApp(people: [ada, bob, root]) { place in
            let path = "\(place.folder)/access.yaml"
            try Data(rules.utf8).write(to: URL(fileURLWithPath: path))
            return try Desk(try await place.store(migrations: Desk.migrations), rules: path)
        }
    }

    @Test func aPersonalScreenHasTheRightsOfItsVisitor() async throws {
        let app = try await Self.makeDesk()
        let (hers, his) = (try await Visit(app, "/new", as: Self.ada), try await Visit(app, "/new", as: Self.bob))
        #expect(hers.outputs["known"] == 1 && his.outputs["known"] == 0)
        try await his.type("It is cold", into: "Name")
        let refusal = await #expect(throws: Refusal.self) { try await his.tap("Save") }
        #expect(refusal?.message == "The row would be outside of what you may write.")
        try await hers.type("It is cold", into: "Name")
        try await hers.tap("Save")
        try await hers.wait("the ticket counts") { $0.outputs["known"] == 2 }
        let members = try await Visit(app, "/members", as: Self.root)
        try await members.tap("Remove", on: members.row("ada"))
        #expect(try await Visit(app, "/new", as: Self.ada).outputs["known"] == 0)
        await #expect(throws: Refusal.self) { _ = try await Visit(app, "/members", as: Self.ada) }
        #expect(try await Visit(app, "/me", as: Self.ada).title == "ada")
    }

    @Test func commentsHaveTheirAuthor() async throws {
        let app = try await Self.makeDesk()
        for (person, text) in [(Self.ada, "one"), (Self.root, "two")] {
            try await Visit(app, "/", as: person).tap("Comment", ["text": .string(text)])
        }
        let page = try await Visit(app, "/", as: Self.root)
        #expect(page.rows.map(\.title) == ["It is dark", "one", "two"])
        #expect(page.rows.map(\.subtitle) == ["", "ada", "root"])
    }

    @Test func aTriggerExplainsItselfToAdministratorsOnly() async throws {
        let app = try await Self.makeDesk()
        for (person, message) in [(Self.ada, "It has been refused."), (Self.root, "Write in small letters.")] {
            let page = try await Visit(app, "/", as: person)
            let refusal = await #expect(throws: Refusal.self) { try await page.tap("Comment", ["text": "LOUD"]) }
            #expect(refusal?.message == message)
        }
    }

    /// Starts an app as its program does. The tests of `oriel new` and of the desk start such programs.
    private func start(in folder: String) async {
        var settings = Settings()
        settings.users = "\(folder)/access.sqlite"
        await Oriel.run(settings) { settings in
            try Desk(
                try await Store(settings, path: "\(folder)/desk.sqlite", migrations: Desk.migrations),
                rules: "access.yaml")
        }
    }
}

extension RightsBlocks.Desk {
    static let migrations: KeyValuePairs = [
        "create": """
        CREATE TABLE Member (Person TEXT NOT NULL, Team INTEGER NOT NULL, PRIMARY KEY (Person, Team)) WITHOUT ROWID;
        INSERT INTO Member VALUES ('ada', 1), ('bob', 2);
        CREATE TABLE Ticket (Id INTEGER PRIMARY KEY, Title TEXT NOT NULL, Team INTEGER NOT NULL);
        CREATE TABLE Comment (
          Id INTEGER PRIMARY KEY, Ticket INTEGER NOT NULL REFERENCES Ticket, Text TEXT NOT NULL, Author TEXT NOT NULL
        );
        CREATE TABLE Picture (Id INTEGER PRIMARY KEY, Image BLOB NOT NULL);
        INSERT INTO Ticket VALUES (1, 'It is dark', 1);
        CREATE TRIGGER Calm BEFORE INSERT ON Comment WHEN NEW.Text = upper(NEW.Text)
          BEGIN SELECT RAISE(ABORT, 'Write in small letters.'); END;
        """
    ]
}

/// People of the app's own, and its own ways to sign in.
@Suite(.timeLimit(.minutes(5))) struct SignInBlocks {
    final class Shop: AppCoordinator, StoreCoordinator {
        let store: Store

        init(_ store: Store) {
            self.store = store
            super.init()
            screen("/") { _ in OrdersViewModel(store) }
        }
    }

    final class OrdersViewModel: ViewModel {
        init(_ store: Store) { super.init(title: "Orders") }

        init(of user: Int64, in shop: String) {
            super.init(title: "Orders of \(user) in \(shop)")
        }
    }

    @Test func peopleAreInATableOfTheApp() async throws {
        var settings = Settings.quiet
        settings.people = PeopleTable(table: "User", id: "Id", name: "Mail", password: "Hash")
        let app = try await TestApp(settings: settings) { place in
            Shop(try await place.store(migrations: Guide.migrations))
        }
        #expect(try await Visit(app, "/").title == "Orders")
    }

    @SceneActor struct Codes {
        func take(_ code: String) throws -> String {
            guard code == "12" else { throw CommandFailure.invalid(message: "The code is wrong.", fields: [:]) }
            return "ada"
        }
    }

    final class EnterViewModel: ViewModel {
        init(_ visitor: Visitor) {
            super.init(title: "Enter")
            let (codes, guesses) = (Codes(), RateLimit(2, per: .seconds(60)))
            commands = [
                Command("enter", title: "Enter", arguments: ["code": .argument("text", isRequired: true)]) {
                    call in
                    try guesses.use(by: call)
                    let mail = try codes.take(call["code"] ?? "")
                    call.navigation = try await visitor.signIn(as: mail, to: "/orders")
                }
            ]
        }
    }

    @SceneActor final class Enter: AppCoordinator {
        override init() {
            super.init()
            publish(signIn: "/enter")  // for everybody; all other routes are for those who have signed in
            personal("/enter") { _, visitor in EnterViewModel(visitor) }
            personal("/orders") { _, visitor in ViewModel(title: "Orders of \(visitor.principal.name)") }
        }
    }

    @Test func aCodeSignsIn() async throws {
        let app = try await TestApp(people: [.person("ada")]) { _ in Enter() }
        await #expect(throws: Refusal.self) { _ = try await Visit(app, "/orders") }
        let page = try await Visit(app, "/enter")
        await #expect(throws: Refusal.self) { try await page.tap("Enter", ["code": "1"]) }
        try await page.tap("Enter", ["code": "12"])
        #expect(page.title == "Orders of ada")
    }

    final class SignInViewModel: ViewModel {
        init(_ visitor: Visitor) {
            super.init(title: "Sign in")
            commands = [Command("enter", title: "Enter") { _ in visitor.notes = ["user": .int(7)] }]
        }
    }

    @SceneActor final class Notes: AppCoordinator {
        private let shop = "the shop"

        override init() {
            super.init()
            personal("/orders") { [unowned self] _, visitor in
                guard let user = visitor.notes["user"]?.intValue else { return SignInViewModel(visitor) }
                return OrdersViewModel(of: user, in: shop)
            }
        }
    }

    @Test func notesTellWhoSomebodyIs() async throws {
        let app = try await TestApp { _ in Notes() }
        let page = try await Visit(app, "/orders")
        #expect(page.title == "Sign in")
        try await page.tap("Enter")
        try await page.wait("the orders are there") { $0.title == "Orders of 7 in the shop" }
    }
}
