import JSON
import Serving
import TestSupport
import Testing

/// Two databases, of which one lacks what is hidden: those who may not see it get the same bytes from both.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct TwinTests {
    /// More hidden rows, so that a number that counts them is another one.
    private static let more = """
        WITH RECURSIVE n(i) AS (SELECT 20 UNION ALL SELECT i + 1 FROM n WHERE i < 420)
        INSERT INTO Ticket (Id, Title, State, Team, Owner) SELECT i, 'walrus ' || i, 'hidden', 2, 1 FROM n;
        INSERT INTO Event SELECT Id, 1, 'walrus called' FROM Ticket WHERE Id > 20;
        ANALYZE;
        """
    private static let removal = """
        DELETE FROM Event WHERE Text = 'walrus called';
        DELETE FROM Ticket WHERE Team = 2 OR State = 'secret';
        UPDATE Ticket SET Memo = NULL, Cost = NULL, Scan = NULL;
        UPDATE User SET Hash = NULL;
        DELETE FROM Team WHERE Id = 2;
        DELETE FROM Secret;
        """
    private static let targets = [
        "/Ticket", "/Ticket?sort=Title", "/Ticket?sort=-State,Title", "/Ticket?section=State",
        "/Ticket?section=Owner", "/Ticket?search=o", "/Ticket?search=walrus", "/Ticket?State=open", "/Ticket?Owner=1",
        "/Ticket?State=hidden", "/Ticket?Parent=9", "/Ticket?window=2,1", "/Ticket?window=@3,1", "/Ticket/1",
        "/Ticket/2", "/Ticket/3", "/Ticket/9", "/Ticket/1/Photo", "/Event", "/Event/1", "/Event?sort=Text", "/Team",
        "/Team/1", "/User", "/User/1", "/User/1?section=State",
    ]

    @Test(
        "5, 12, 15, 16, 19, 20: hidden rows and values are in no total, section, label, order or page",
        arguments: [20_000_000, 2], [Helpdesk.ada, Helpdesk.cy, Helpdesk.dan, "program:7:reader"])
    func hiddenRowsChangeNothing(listLimit: Int, principal: String) async throws {
        let limit: @Sendable (inout Settings) -> Void = { $0.listLimit = listLimit }
        try await withServer(Helpdesk.sql + Self.more, rules: Helpdesk.rules, limit) { whole in
            let twin = try await TestServer.start(
                Helpdesk.sql + Self.more + Self.removal, rules: Helpdesk.rules, limit)
            do {
                try await Self.compare(whole, twin, as: principal)
            } catch {
                await twin.stop()
                throw error
            }
            await twin.stop()
        }
    }

    private static func compare(_ whole: TestServer, _ twin: TestServer, as principal: String) async throws {
        // The title of the first screen is the name of the database, which two databases of one server do not share.
        for target in TestEngine.choose(sqlite: ["/"], postgres: []) + targets {
            for transport in Transport.allCases {
                let left = try await whole.told(target, as: principal, by: transport)
                let right = try await twin.told(target, as: principal, by: transport)
                #expect(left == right, "\(target) \(transport)")
            }
        }
    }
}
