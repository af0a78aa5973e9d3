import Blueprints
import Foundation
import Loop
import Scenes
import Serving
import Stores
import TestSupport
import Testing
import ViewModels

/// Case 33: a file of a folder is there for those who may see a row that names it.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct FolderRuleTests {
    private static let sql = """
        CREATE TABLE Car (Id INTEGER PRIMARY KEY, Owner TEXT, Photo TEXT, Hidden TEXT);
        CREATE TABLE Plain (Id INTEGER PRIMARY KEY, Photo TEXT);
        """
    private static let rules = """
        roles: { driver: {} }
        tables: { Car: [{ to: driver, columns: [Owner, Photo], rows: Owner = user.name }] }
        """

    private static func serve(
        _ bytes: [UInt8] = [1, 2, 3], of column: String = "Photo", in table: String = "Car",
        _ body: @Sendable (RuledApp, _ address: String) async throws -> Void
    ) async throws {
        try await withApp(
            sql, rules: rules,
            { app, rules, _, folder in
                let images = FileFolder(folder + "/images", at: "/images") { _ in true }
                app.files(images, of: column, in: table, by: rules)
            }
        ) { server in
            let images = await FileFolder(server.folder + "/images", at: "/images") { _ in true }
            let address = try await images.keep(bytes)
            try await body(server, address)
        }
    }

    private static func told(_ server: RuledApp, _ address: String, _ principal: String?) async throws -> String {
        let name = String(address.split(separator: "/").last ?? "")
        let answer = try await server.http.get(address, TestServer.headers(principal))
        return answer.told(instead: name)
    }

    @Test func aFileOfAHiddenRowIsMissing() async throws {
        try await Self.serve { server, address in
            let none = "/images/" + String(repeating: "0", count: 64) + ".bin"
            let (ada, bob) = ("person:ada:driver", "person:bob:driver")  // named "user ada" and "user bob"
            for principal in [ada, bob, nil] {
                let missing = try await Self.told(server, none, principal)
                #expect(missing.hasPrefix(principal == nil ? "401" : "404"))
                #expect(try await Self.told(server, address, principal) == missing)
            }
            try await server.database.run("INSERT INTO Car VALUES (1, 'user ada', '\(address)', NULL)")
            #expect(try await server.http.get(address, TestServer.headers(ada)).body == [1, 2, 3])
            #expect(try await server.http.get(address, TestServer.headers("person:9:admin")).status == 200)
            for principal in [bob, nil] {
                #expect(try await Self.told(server, address, principal) == Self.told(server, none, principal))
            }
            try await server.database.run("UPDATE Car SET Owner = 'user bob'")
            #expect(try await server.http.get(address, TestServer.headers(ada)).status == 404)
            #expect(try await server.http.get(address, TestServer.headers(bob)).status == 200)
            try await server.database.run("DELETE FROM Car")
            #expect(try await server.http.get(address, TestServer.headers(bob)).status == 404)
        }
    }

    @Test func aDownloadIsCutOffWhenItsReaderLosesTheRight() async throws {
        let bytes = [UInt8](repeating: 7, count: 20 << 20)
        try await Self.serve(bytes) { server, address in
            try await server.database.run("INSERT INTO Car VALUES (1, 'user ada', '\(address)', NULL)")
            let ada = TestServer.headers("person:ada:driver")
            let port = server.port
            let download = try await blocking { try WholeDownload(port, address, ada) }
            try Data(Self.rules.replacing(", Photo]", with: "]").utf8)
                .write(to: URL(fileURLWithPath: server.folder + "/access.yaml"), options: .atomic)
            let deadline = ContinuousClock.now + patienceOfTests
            while try await server.http.send("HEAD", address, ada).status != 404 {
                guard .now < deadline else { throw ClientError("the rules did not change") }
            }
            await #expect(throws: ClientError.self) { try await blocking { try download.read(bytes.count) } }
        }
    }

    @Test(arguments: [("Hidden", "Car"), ("Photo", "Plain"), ("Photo", "Nonesuch")])
    func whatRulesHideShowsNoFile(column: String, table: String) async throws {
        try await Self.serve(of: column, in: table) { server, address in
            try await server.database.run(
                "INSERT INTO Car VALUES (1, 'user ada', NULL, '\(address)'); INSERT INTO Plain VALUES (1, '\(address)')"
            )
            let answer = try await server.http.get(address, TestServer.headers("person:ada:driver"))
            #expect(answer.status == 404)
        }
    }
}

/// A file of known length that is read slowly.
private final class WholeDownload: @unchecked Sendable {  // one test uses it, one call at a time
    private let connection: Connection

    /// Asks for a file and reads the head of the response.
    init(_ port: Int, _ target: String, _ headers: [String: String]) throws {
        connection = try Connection(port: port, isNarrow: true)
        let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        try connection.send(Array("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n".utf8))
        let head = String(decoding: try connection.receive(through: "\r\n\r\n"), as: UTF8.self)
        guard head.hasPrefix("HTTP/1.1 200 ") else { throw ClientError(head) }
    }

    func read(_ count: Int) throws { _ = try connection.receive(count: count) }
}
