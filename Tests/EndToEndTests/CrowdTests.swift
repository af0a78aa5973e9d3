import JSON
import Serving
import TestSupport
import Testing

/// A server in which too much has waited for viewers that do not read serves others afterwards as it did before.
@Suite(.timeLimit(.minutes(5))) struct CrowdTests {
    private static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE page (id INTEGER PRIMARY KEY, number INTEGER, text TEXT);
        INSERT INTO page VALUES (1, 0, '');
        """

    /// The end of a viewer that did not read.
    enum End: CaseIterable {
        case goes, reads
    }

    /// More than the system keeps for a connection, and less than may wait.
    private static let bytes = 7_000_000
    private static let memory = 8_000_000
    /// All viewers are of one address, which has a limit of its own.
    private static let address = ["X-Forwarded-For": "192.0.2.1"]

    /// Changes of 1 MB, each shown to a reader before the next one.
    private final class Writer {
        let reader: SocketClient
        let scene: Int64
        let shell: SQLShell
        var number = 0

        init(_ server: TestServer) async throws {
            reader = try await SocketClient(port: server.port, headers: CrowdTests.address)
            scene = try #require(try await reader.open("/page/1")["scene"]?.intValue)
            shell = try SQLShell(server.database.path)
            try await shell.run("PRAGMA synchronous = OFF")
        }

        func write(bytes: Int) async throws {
            for _ in 0..<bytes / 1_000_000 {
                number += 1
                try await shell.run("UPDATE page SET number = \(number), text = printf('%01000000d', \(number))")
                try await reader.follow(scene) { [number] in $0["outputs"]?["number"] == .int(Int64(number)) }
            }
        }
    }

    private static func limited(_ settings: inout Settings) {
        settings.queueLimit = 1_000_000_000
        settings.memoryLimit = memory + 2_000_000
        settings.memoryPerAddress = settings.memoryLimit
        settings.addressHeader = "X-Forwarded-For"
    }

    @Test(arguments: End.allCases) func aSocketThatDidNotReadLeavesRoomForTheNext(end: End) async throws {
        try await withServer(Self.sql, Self.limited) { server in
            let writer = try await Writer(server)
            do {
                let slow = try await SocketClient(port: server.port, headers: Self.address, isNarrow: true)
                let scene = try #require(try await slow.open("/page/1")["scene"]?.intValue)
                try await writer.write(bytes: 2 * Self.memory)
                if end == .reads {
                    try await slow.settle(scene, server.http)
                    #expect(try #require(slow.replicas[scene]).patches < 2 * Self.memory / 1_000_000)
                }
            }
            let next = try await SocketClient(port: server.port, headers: Self.address, isNarrow: true)
            let scene = try #require(try await next.open("/page/1")["scene"]?.intValue)
            try await writer.write(bytes: Self.bytes)
            try await next.settle(scene, server.http)
            #expect(next.replicas[scene]?.patches == Self.bytes / 1_000_000, "no step was left out")
            try await Self.nothingWaits(on: server)
        }
    }

    @Test(arguments: End.allCases) func aStreamThatDidNotReadLeavesRoomForTheNext(end: End) async throws {
        try await withServer(Self.sql, Self.limited) { server in
            let writer = try await Writer(server)
            do {
                let slow = try await EventClient(
                    port: server.port, "/page/1", headers: Self.address, isNarrow: true)
                try await writer.write(bytes: 2 * Self.memory)
                if end == .reads {
                    #expect(try await Self.patches(slow, until: writer) < 2 * Self.memory / 1_000_000)
                }
            }
            let next = try await EventClient(
                port: server.port, "/page/1", headers: Self.address, isNarrow: true)
            _ = try await next.next()
            try await writer.write(bytes: Self.bytes)
            #expect(try await Self.patches(next, until: writer) == Self.bytes / 1_000_000, "no step was left out")
            try await Self.nothingWaits(on: server)
        }
    }

    /// Waits until nothing waits to be sent to anybody.
    private static func nothingWaits(on server: TestServer) async throws {
        var bytes: [Double?] = []
        while bytes != [0, 0] {
            let page = try MetricsText(try await server.http.get("/-/metrics").text)
            bytes = ["socket", "stream"].map { page["oriel_queued_bytes{transport=\"\($0)\"}"] }
        }
    }

    /// Reads a stream until its client has the reader's state.
    ///
    /// - Returns: The number of patches.
    private static func patches(_ stream: EventClient, until writer: Writer) async throws -> Int {
        var count = 0
        while stream.document != writer.reader.replicas[writer.scene]?.document {
            if try await stream.next().name == "patch" { count += 1 }
        }
        return count
    }
}
