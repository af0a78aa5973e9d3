import Foundation
import JSON
import TestSupport
import Testing

/// `oriel serve --processes`: one supervisor, several processes on one port.
@Suite(.timeLimit(.minutes(5))) struct ProcessesTests {
    private let file: ServedFile

    init() async throws {
        file = try await ServedFile(
            "CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO entry VALUES (1, 'one');")
    }

    private func serve(_ count: Int, _ options: [String] = []) async throws -> (program: Program, port: Int) {
        let program = try Program(
            ["serve", file.database.path, "--port", "0", "--config", file.config, "--processes", "\(count)"] + options)
        guard let port = try await program.port() else { throw ClientError((try await program.end()).errors) }
        return (program, port)
    }

    /// The ids of the processes that a program has started.
    private func workers(of program: Program) throws -> Set<Int32> {
        let folder = "/proc/\(try program.processIdentifier)/task"
        let threads = try FileManager.default.contentsOfDirectory(atPath: folder)
        let lists = threads.compactMap { try? String(contentsOfFile: "\(folder)/\($0)/children", encoding: .utf8) }
        return Set(lists.joined(separator: " ").split(separator: " ").compactMap { Int32($0) })
    }

    /// Polls until a condition holds.
    private func until(_ condition: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await !condition() {
            guard ContinuousClock.now < deadline else { throw ClientError("the condition did not come true") }
            await Task.yield()
        }
    }

    @Test func eachProcessServesTheSameState() async throws {
        let (program, port) = try await serve(3)
        #expect(try workers(of: program).count == 3)
        var watching: [(socket: SocketClient, scene: Int64)] = []
        for _ in 0..<24 {
            let socket = try await SocketClient(port: port)
            watching.append((socket, try #require(try await socket.open("/entry")["scene"]?.intValue)))
        }
        #expect(try await HTTPClient(port: port).post("/entry:insert", ["text": "two"]).status == 200)
        for (socket, scene) in watching { try await socket.follow(scene) { $0["window"]?["total"] == 2 } }
        try program.signal(SIGTERM)
        for (socket, _) in watching { _ = try await socket.next { $0["type"] == "closed" } }
        let ending = try await program.end()
        #expect(ending.status == 0, "\(ending.errors)")
    }

    /// A client that reconnects finds a new process, whose digests are the same.
    @Test func processesAreReplacedOneByOneWithoutARefusedRequest() async throws {
        let (program, port) = try await serve(2)
        let first = try workers(of: program)
        let digest = try #require(try await HTTPClient(port: port).get("/entry").headers["etag"])
        let isOver = Flag()
        async let statuses = HandOverTests.load("/entry", port: port, until: isOver)
        try program.signal(SIGUSR2)
        try await program.hears("processes replaced count=2")
        isOver.raise()
        #expect(Set(try await statuses) == ["200"])
        let second = try workers(of: program)
        #expect(second.count == 2 && second.isDisjoint(with: first))
        #expect(try await HTTPClient(port: port).get("/entry", ["If-None-Match": digest]).status == 304)
        try program.signal(SIGTERM)
        #expect(try await program.end().status == 0)
    }

    @Test func aProcessThatDiesIsStartedAgain() async throws {
        let (program, port) = try await serve(2)
        let first = try workers(of: program)
        let victim = try #require(first.first)
        kill(victim, SIGKILL)
        try await program.hears("a process has ended, and is started again ending=\"signal 9\"")
        try await until { try workers(of: program).subtracting([victim]).count == 2 }
        #expect(try await HTTPClient(port: port).get("/entry").status == 200)
        try program.signal(SIGTERM)
        #expect(try await program.end().status == 0)
    }

    @Test func allProcessesFollowTheSettings() async throws {
        let (program, port) = try await serve(2)
        try file.configure("windowLimit: 7")
        try program.signal(SIGHUP)
        try await program.hears("settings reloaded changed=windowLimit", times: 2)
        try file.configure("nosuch: 1")
        try program.signal(SIGUSR2)
        try await program.hears("a new process does not start; the others stay process=1")
        #expect(try await HTTPClient(port: port).get("/entry").status == 200)
        #expect(try workers(of: program).count == 2)
        try program.signal(SIGTERM)
        #expect(try await program.end().status == 0)
    }

    @Test func theProcessesEndWithTheirSupervisor() async throws {
        let (program, port) = try await serve(2)
        let workers = try workers(of: program)
        try program.signal(SIGKILL)
        _ = try await program.end()  // also waits for the processes, which hold its standard error
        for worker in workers {
            let command = FileManager.default.contents(atPath: "/proc/\(worker)/cmdline")
            #expect(command?.isEmpty ?? true, "the process has ended, even if nobody has asked for its status yet")
        }
        await #expect(throws: (any Error).self) { try await HTTPClient(port: port).get("/entry") }
    }

    @Test func whatPreventsTheStartIsReported() async throws {
        let ending = try await Program.run(
            "serve", file.database.folder + "/none.sqlite", "--port", "0", "--processes", "2")
        #expect(ending.status == 1)
        #expect(ending.errors.contains("The file does not exist."), "\(ending.errors)")
        let (program, port) = try await file.serve()
        let taken = try await Program.run("serve", file.database.path, "--port", "\(port)", "--processes", "2")
        #expect(taken.status == 1)
        #expect(taken.errors.contains("is in use by another program"), "\(taken.errors)")
        #expect(try await Program.run("serve", file.database.path, "--processes", "0").status == 64)
        try await program.stop()
    }
}
