import Dispatch
import Lists
import PostgreSQL
import Spools
import Tables

/// The connections to one database, and its stream of changes.
final class PostgresConnections: Sendable {
    let fast: PostgresReader
    let slow: PostgresReader
    let last: PostgresReader
    /// The writer; `nil` if the server or the store is read-only.
    let writer: PostgresWriter?
    /// The schema when the connections were opened.
    let schema: Schema
    /// How the database tells of its commits.
    var capture: Capture { readings.capture }
    /// The state of the stream; `nil` without one.
    var streamState: StreamState? { readings.streamState }
    private let readings: SnapshotReadings

    /// The events for the owner, on any thread.
    struct Events: Sendable {
        let mayHaveCommitted: @Sendable () -> Void
        let streamEnded: @Sendable (StoreError) -> Void
    }

    private init(
        _ address: PostgresAddress, _ configuration: StoreConfiguration, _ events: Events
    ) throws(PostgresFailure) {
        let first = try PostgresConnection(address)
        let isStandby = try first.run("SELECT pg_is_in_recovery()").text(0, 0) == "t"
        let isReadOnly = isStandby || configuration.isReadOnly
        let capture = try Capture(on: first)
        let catalogue = try CatalogueReader(connection: first, capture: capture, isReadOnly: isReadOnly).read()
        var stream: ChangeStream?
        if capture == .stream {
            stream = try ChangeStream(address, beside: first, catalogue, onCommit: events.mayHaveCommitted) {
                events.streamEnded(StoreError($0))
            }
        }
        do throws(PostgresFailure) {
            let writer = isReadOnly ? nil : try PostgresWriter(address, catalogue, within: configuration.writeTimeout)
            self.writer = writer
            readings = SnapshotReadings(address, capture, stream) {
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { events.mayHaveCommitted() }
            } onCatalogue: {
                writer?.use($0)
            }
            fast = try PostgresReader(address, readings, catalogue, isReadOnly: isReadOnly)
            slow = try PostgresReader(address, readings, catalogue, isReadOnly: isReadOnly)
            last = try PostgresReader(address, readings, catalogue, isReadOnly: isReadOnly)
        } catch {
            stream?.close()
            throw error
        }
        schema = catalogue.schema
    }

    /// Connects, on another thread.
    static func open(
        _ address: PostgresAddress, _ configuration: StoreConfiguration, _ events: Events
    ) async throws(StoreError) -> PostgresConnections {
        try await DispatchQueue.global().value { () throws(StoreError) in
            do throws(PostgresFailure) {
                return try PostgresConnections(address, configuration, events)
            } catch {
                throw StoreError(error)
            }
        }
    }

    /// Closes the connections. Cancels long work.
    func close() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                readings.close()
                writer?.close()
                for reader in [fast, slow, last] { reader.close() }
                continuation.resume()
            }
        }
    }

    /// Registers the work of the queues for reports.
    func notify(_ work: StoreWork) {
        if let writer { work.add("a write", writer.watch) }
        work.add("a fast list query", fast.watch)
        work.add("a slow list query", slow.watch)
        work.add("the slowest list queries", last.watch)
    }

    /// How long the work that others wait for has made no progress, and what it is.
    var silence: (work: String, time: Duration)? {
        let watches = [("a fast list query", fast.watch)] + (writer.map { [("a write", $0.watch)] } ?? [])
        return watches.compactMap { work, watch in watch.silence.map { (work, $0) } }.max { $0.1 < $1.1 }
    }
}
