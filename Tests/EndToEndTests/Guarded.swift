import Access
import Foundation
import JSON
import Loop
import Scenes
import Serving
import TestSupport
import Testing

/// A server that serves only those who have signed in, with a person "ada" and a database of notes.
enum Guarded {
    static let password = "correct horse battery"
    static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        INSERT INTO note VALUES (1, 'one'), (2, 'two');
        """

    /// Gives a body the server, and stops it afterwards.
    static func serve(
        _ more: String = "", _ change: @Sendable @escaping (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await using(
            {
                let database = try await TestEngine.makeDatabase(sql + more)
                let server = try await TestServer(database) { settings in
                    settings.users = database.folder + "/access.sqlite"
                    change(&settings)
                }
                if await server.access?.hasOwnPeople == true { try await server.add("ada", roles: ["reader"]) }
                return server
            }, close: { await $0.stop() }, body)
    }
}

extension TestServer {
    var accessPath: String { database.folder + "/access.sqlite" }

    func add(_ name: String, roles: Set<String> = []) async throws {
        let isNew = try await access?.addPerson(name, password: Guarded.password, roles: roles)
        #expect(isNew == true)
    }

    /// Stops the clock of sign-ins, so that a delay does not end on a slow machine.
    func stopTheClock() {
        let now = Date().timeIntervalSince1970
        access?.now = { now }
    }

    func key(_ roles: Set<String> = [], person: String? = nil, networks: [String] = []) async throws -> String {
        let key = NewKey(name: "test", roles: roles, person: person, networks: networks)
        return try #require(try await access?.addKey(key))
    }

    /// Signs in as a browser does, with the cookies that it has.
    nonisolated func signIn(
        _ name: String = "ada", _ password: String = Guarded.password, cookie: String = "", stay: Bool = false
    ) async throws -> HTTPAnswer {
        var headers = ["Content-Type": "application/json", "Origin": "http://127.0.0.1:\(port)"]
        if !cookie.isEmpty { headers["Cookie"] = cookie }
        let body: JSON = ["name": .string(name), "password": .string(password), "stay": .bool(stay)]
        return try await http.send("POST", "/-/sign-in", headers, body: body.bytes)
    }

    /// Signs in, and returns the cookies that the browser then has.
    nonisolated func cookies(_ name: String = "ada", stay: Bool = false) async throws -> String {
        let answer = try await signIn(name, stay: stay)
        #expect(answer.status == 200)
        return answer.jar
    }
}

extension HTTPAnswer {
    /// The cookies as a browser sends them back.
    var jar: String {
        cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.prefix { $0 != ";" })" }.joined(separator: "; ")
    }
}
