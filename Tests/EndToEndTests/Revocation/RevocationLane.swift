import Access
import JSON
import Scenes
import TestSupport

/// A person with a note and a team of its own, which is revoked again and again.
final class RevocationLane: @unchecked Sendable {  // one task uses it
    let number: Int
    private let servers: TwoServers
    private let name: String
    private let person: String
    /// A program with both databases open, and another one.
    private let (shell, other): (SQLShell, SQLShell)
    /// The credentials that have not ended: the headers of requests, and the id of a key.
    private var credentials: [Interleaving.Holder: (headers: [String: String], key: String)] = [:]

    init(_ number: Int, _ servers: TwoServers) async throws {
        (self.number, self.servers, name) = (number, servers, "reader \(number)")
        let isNew = try await servers.access.addPerson(name, password: Guarded.password, roles: ["reader"])
        guard isNew else { throw ClientError("\(name) exists") }
        shell = try SQLShell(servers.file.database.path)
        other = try SQLShell(servers.file.database.path)
        try await other.run("PRAGMA synchronous = OFF")
        let id = try await shell.run(
            """
            PRAGMA synchronous = OFF;
            ATTACH '\(servers.users)' AS access;
            PRAGMA access.synchronous = OFF;
            INSERT INTO Note VALUES (\(number), \(number), 'text');
            INSERT INTO Large VALUES (\(number), \(number), 'text');
            SELECT Id FROM access.Person WHERE Name = '\(name)';
            """)
        person = String(id.prefix { $0 != "\n" })
    }

    /// Restores the rows and the rights, runs an interleaving, and checks everything that was received.
    ///
    /// - Parameter mark: The text of the later commit.
    func run(_ plan: Interleaving, mark: String) async throws {
        try await restore()
        let (headers, key) = try await admit(plan.holder)
        var (eager, slow): ([RevokedClient], [RevokedClient]) = ([], [])
        for (way, port) in zip(plan.ways, servers.ports) {
            let client = try await RevokedClient.open(plan, way, lane: number, port: port, headers: headers)
            if way.isSlow { slow.append(client) } else { eager.append(client) }
        }
        try await withThrowingTaskGroup(of: [String].self) { group in
            for client in eager { group.addTask { try await client.readToEnd() } }
            try await commit(plan, key: key, headers, mark: mark)
            try await checkRequests(plan, headers, mark: mark)
            for client in slow { group.addTask { try await client.readToEnd() } }
            for try await texts in group {
                for text in texts where text.contains(mark) {
                    throw ClientError("the later commit was sent: \(text.prefix(300))")
                }
            }
        }
    }

    private func restore() async throws {
        try await shell.run(
            """
            BEGIN;
            INSERT OR IGNORE INTO Member VALUES (\(person), \(number));
            DELETE FROM Member WHERE UserId = \(person) AND TeamId <> \(number);
            UPDATE Note SET Text = 'text' WHERE Id = \(number);
            UPDATE Large SET Text = 'text' WHERE Id = \(number) AND Text <> 'text';
            DELETE FROM Bulk WHERE Team = \(number);
            COMMIT;
            UPDATE access.Person SET IsActive = 1, Roles = 'reader'
                WHERE Id = \(person) AND (NOT IsActive OR Roles <> 'reader');
            """)
    }

    /// Returns the credential of a holder. Begins a session or adds a key if the former one has ended.
    private func admit(_ holder: Interleaving.Holder) async throws -> (headers: [String: String], key: String) {
        if let known = credentials[holder] { return known }
        let new = try await servers.access.admit(holder, as: name)
        credentials[holder] = new
        return new
    }

    /// Makes the earlier commits, the revocation and the later commit.
    private func commit(
        _ plan: Interleaving, key: String, _ headers: [String: String], mark: String
    ) async throws {
        var later = ["UPDATE Note SET Text = 'text \(mark)' WHERE Id = \(number)"]
        if plan.hasLarge { later.append("UPDATE Large SET Text = 'text \(mark)' WHERE Id = \(number)") }
        if plan.hasExport { later.append("INSERT INTO Bulk (Team, Text) VALUES (\(number), 'text \(mark)')") }
        if plan.isHurried {
            async let earlier: Void = commitEarlier(plan)
            try await revoke(plan, key: key, headers, then: plan.isTight ? later : [])
            try await earlier
        } else {
            try await commitEarlier(plan)
            try await revoke(plan, key: key, headers, then: plan.isTight ? later : [])
        }
        // An earlier commit of a hurried program may have replaced the text.
        if !plan.isTight || plan.isHurried { try await commitLater(plan, later, mark) }
    }

    /// Makes commits that the principal may still see.
    private func commitEarlier(_ plan: Interleaving) async throws {
        for index in 0..<plan.earlier {
            try await other.run("UPDATE Note SET Text = 'text \(index)' WHERE Id = \(number)")
            guard plan.hasLarge else { continue }
            for _ in 0..<3 {
                try await other.run(
                    "UPDATE Large SET Text = hex(randomblob(8)) || printf('%.60000c', 'e') WHERE Id = \(number)")
            }
        }
    }

    private func revoke(
        _ plan: Interleaving, key: String, _ headers: [String: String], then later: [String]
    ) async throws {
        let sql: String
        if [.signOut, .deleted].contains(plan.end) { credentials[plan.holder] = nil }
        if plan.end == .disabled { credentials[.session] = nil }
        switch plan.end {
        case .signOut:
            let answer = try await servers.http(plan.signOutServer).identified {
                try await $0.post("/-/sign-out", [:], headers)
            }
            guard answer.status == 204 else { throw ClientError("the sign-out got \(answer.status)") }
            return
        case .deleted where plan.holder == .session: sql = "DELETE FROM access.Session WHERE Person = '\(person)'"
        case .deleted: sql = "DELETE FROM access.Key WHERE Id = '\(key)'"
        case .disabled: sql = "UPDATE access.Person SET IsActive = 0 WHERE Id = \(person)"
        case .role: sql = "UPDATE access.Person SET Roles = 'other' WHERE Id = \(person)"
        case .member: sql = "DELETE FROM Member WHERE UserId = \(person)"
        case .move: sql = "UPDATE Member SET TeamId = 99\(number) WHERE UserId = \(person)"
        }
        try await shell.run(([sql] + later).joined(separator: ";\n"))  // each a commit of its own
    }

    private func commitLater(_ plan: Interleaving, _ sql: [String], _ mark: String) async throws {
        guard let server = plan.laterServer else { return _ = try await other.run(sql.joined(separator: ";\n")) }
        let (http, text) = (servers.http(server), JSON.string("text \(mark)"))
        var requests: [(String, JSON)] = [("/Note/\(number):update", ["Text": text])]
        if plan.hasLarge { requests.append(("/Large/\(number):update", ["Text": text])) }
        if plan.hasExport { requests.append(("/Bulk:insert", ["Team": .int(Int64(number)), "Text": text])) }
        for (target, body) in requests {
            let answer = try await http.identified { try await $0.post(target, body, servers.root) }
            guard answer.status == 200 else { throw ClientError("\(target) got \(answer.text)") }
        }
    }

    /// Checks that both servers know of the later commit, and refuse the principal.
    private func checkRequests(_ plan: Interleaving, _ headers: [String: String], mark: String) async throws {
        for server in servers.ports.indices {
            try await servers.http(server).check(plan.end, of: "/Note/\(number)", headers)
            let root = try await servers.http(server).identified {
                try await $0.get("/Note/\(number)", servers.root)
            }
            guard root.text.contains(mark) else { throw ClientError("the later commit is missing: \(root.text)") }
        }
    }
}

extension Access {
    /// Begins a session of a person, or adds a key. Returns the headers of requests, and the id of the key.
    func admit(
        _ holder: Interleaving.Holder, as name: String
    ) async throws -> (headers: [String: String], key: String) {
        switch holder {
        case .session:
            // As an app signs people in: a password would cost a hash each time.
            let link = try await makeLink(for: name, visitor: "browser", stays: false)
            let attempt = SignInAttempt(name: name, password: "")
            let signedIn = try await signIn(link: link, visitor: "browser", attempt)
            return (["Cookie": "oriel=\(signedIn.token)", "Sec-Fetch-Site": "same-origin"], "")
        case .key, .keyOfPerson:
            let isPerson = holder == .keyOfPerson
            let token = try await addKey(
                NewKey(name: "k", roles: [isPerson ? "reader" : "program"], person: isPerson ? name : nil))
            return (["Authorization": "Bearer \(token)"], String(token.split(separator: "_")[1]))
        }
    }
}

extension HTTPClient {
    /// Throws unless a principal that was revoked gets the status of that end for a row.
    func check(_ end: Interleaving.End, of row: String, _ headers: [String: String]) async throws {
        let answer = try await identified { try await $0.get(row, headers) }
        guard answer.status == end.status else {
            throw ClientError("status \(answer.status), not \(end.status): \(answer.text)")
        }
    }
}
