import Access
import Foundation
import JSON
import TestSupport

/// Two server processes on one database of notes and one database of people. The rules show to each reader the notes
/// of the reader's teams.
struct TwoServers: Sendable {
    private static let sql = """
        CREATE TABLE Member (UserId INTEGER, TeamId INTEGER, PRIMARY KEY (UserId, TeamId));
        CREATE TABLE Note (Id INTEGER PRIMARY KEY, Team INTEGER, Text TEXT);
        CREATE TABLE Large (Id INTEGER PRIMARY KEY, Team INTEGER, Text TEXT);
        CREATE TABLE Bulk (Id INTEGER PRIMARY KEY, Team INTEGER, Text TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO Bulk SELECT i, 0, printf('%.50000c', 'b') FROM n;
        """
    private static let rules = """
        attributes: { teams: SELECT TeamId FROM Member WHERE UserId = :id }
        roles: { reader: { may: [export] }, program: { may: [export] } }
        tables:
          Note:
            - { to: program, columns: all }
            - { to: reader, columns: all, rows: Team in user.teams }
          Large:
            - { to: program, columns: all }
            - { to: reader, columns: all, rows: Team in user.teams }
          Bulk:
            - { to: program, columns: all }
            - { to: reader, columns: all, rows: Team = 0 or Team in user.teams }
        """

    let file: ServedFile
    let ports: [Int]
    /// The database of people, opened by the test too.
    let access: Access
    private let programs: [Program]
    /// The headers of an administrator.
    let root: [String: String]

    var users: String { file.database.folder + "/access.sqlite" }

    /// Starts both servers.
    static func start() async throws -> TwoServers {
        let file = try await ServedFile(sql)
        let folder = file.database.folder
        try Data(rules.utf8).write(to: URL(fileURLWithPath: folder + "/access.yaml"))
        try file.configure(
            """
            users: \(folder)/access.sqlite
            access: \(folder)/access.yaml
            exportLimit: 100
            exportsPerAddress: 100
            queueLimit: 100000
            synchronous: "off"
            logLevel: error
            """)
        let access = try await Access(path: folder + "/access.sqlite")
        let key = try await access.addKey(NewKey(name: "root", roles: ["admin"]))
        let limit = Duration.seconds(300)
        let (one, first) = try await file.serve(lasting: limit)
        let (two, second) = try await file.serve(lasting: limit)
        return TwoServers(
            file: file, ports: [first, second], access: access, programs: [one, two],
            root: ["Authorization": "Bearer \(key)"])
    }

    func stop() async throws {
        for program in programs { try await program.stop() }
        await access.close()
    }

    func http(_ server: Int) -> HTTPClient { HTTPClient(port: ports[server]) }
}
