import Foundation
import JSON
import Serving
import TestSupport
import Testing

/// A crawl of everything that each principal can reach finds no hidden text, at any transport.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct RightsCrawlTests {
    /// Texts that a principal may see although they are markers for others.
    private static func hidden(from principal: String?) -> [String] {
        principal == Helpdesk.bob ? ["zebrafish", "kolibri one", "kolibri two", "walrus called"] : Helpdesk.markers
    }

    @Test("13: no byte of a hidden text reaches a principal", arguments: Helpdesk.limited)
    func nothingHiddenIsFound(principal: String?) async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { settings in
            settings.accessLog = true
        } _: { server in
            var (found, rest, seen): ([String], [String], Set<String>) = ([], ["/"], [])
            let tables = ["Ticket", "Event", "Team", "User", "Secret", "Member", "OpenByTeam", "AllTickets"]
            for table in tables {
                rest += [
                    "/\(table)", "/\(table):csv", "/\(table):json", "/\(table):ndjson", "/\(table):x",
                    "/\(table)?sort=x", "/\(table)?search=a",
                ]
                rest += ["/\(table)?search=kolibri", "/\(table)?section=State", "/\(table)?window=@9"]
                rest +=
                    (1...10).map { "/\(table)/\($0)" } + ["/\(table)/9/Photo", "/\(table)/1/Memo", "/\(table)/1/Scan"]
            }
            rest += ["/-/inspect", "/-/metrics", "/-/ready", "/-/health", "/-/openapi.json"]
            while let target = rest.popLast() {
                guard seen.insert(target).inserted, seen.count < 500 else { continue }
                for accept in ["application/json", "application/json-patch+json"] {
                    let answer = try await server.get(target, as: principal, ["Accept": accept])
                    found.append(answer.text + answer.headers.map { "\($0): \($1)" }.joined())
                    rest += Self.routes(in: (try? answer.json) ?? .null)
                }
                found.append(try await server.told(target, as: principal, by: .stream) ?? "")
            }
            let socket = try await server.socket(as: principal)
            for target in seen.sorted() { found.append(try await socket.open(target).text) }
            for table in tables {
                for command in ["insert", "update", "delete"] {
                    let body: JSON = ["row": "9", "Note": "x", "State": "forbidden"]
                    found.append(try await server.post("/\(table):\(command)", body, as: principal).text)
                    found.append(
                        try await server.post("/\(table)/9:\(command)", ["Memo": "kolibr"], as: principal).text)
                }
            }
            #expect(seen.count > 100)
            let all = found.joined(separator: "\n").replacing("search=kolibri", with: "").replacing(
                "\"kolibri\"", with: "")
            for marker in Self.hidden(from: principal) { #expect(!all.contains(marker), "\(marker)") }
        }
    }

    /// The routes that a document links to.
    private static func routes(in json: JSON) -> [String] {
        switch json {
        case .object(let members):
            members.flatMap { name, value in
                ["href", "list", "navigate"].contains(name)
                    ? [value.stringValue].compactMap { $0 } + routes(in: value) : routes(in: value)
            }
        case .array(let values): values.flatMap(routes)
        default: []
        }
    }

    @Test("13: the file of viewers' states has nothing that its viewers could not see")
    func theResumeFileHasNothingHidden() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/states.json"
        let server = try await TestServer.start(Helpdesk.sql, rules: Helpdesk.rules) { $0.resumeFile = path }
        let ada = try await server.socket(as: Helpdesk.ada)
        for route in ["/", "/Ticket", "/Ticket/1", "/Event"] { _ = try await ada.open(route) }
        await server.stop()
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        #expect(text.contains("Lamp"))
        for marker in Helpdesk.markers { #expect(!text.contains(marker)) }
    }
}
