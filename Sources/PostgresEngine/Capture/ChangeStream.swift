import CLinux
import Dispatch
import Glibc
import Lists
import PostgreSQL
import Synchronization

/// Receives the changes of the published tables on a thread of its own: a replication connection with a temporary slot,
/// which ends with it.
final class ChangeStream: Sendable {
    let history: StreamHistory
    /// The name of the slot.
    private let slot: String
    private let interrupt: @Sendable () -> Void
    private let wakeUp: WakeUp
    private let ended = DispatchSemaphore(value: 0)

    /// How often the server gets a report of the received changes, so that it can discard its log.
    private static let reportInterval = Duration.seconds(5)
    /// How long the start waits for transactions that are open.
    private static let startPatience = Duration.seconds(30)

    /// Connects and begins to receive. Waits for transactions that write at this moment.
    ///
    /// - Parameters:
    ///   - connection: Another connection to the database.
    ///   - onCommit: Called on the stream's thread after a transaction that changed rows.
    ///   - onEnd: Called on the stream's thread when the stream is lost.
    init(
        _ address: PostgresAddress, beside connection: PostgresConnection, _ catalogue: Catalogue,
        onCommit: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable (PostgresFailure) -> Void
    ) throws(PostgresFailure) {
        let stream = try PostgresConnection(address, isReplication: true)
        slot = "oriel_\(getpid())_\(UInt32.random(in: 0...UInt32.max))"
        let made = try stream.within(Self.startPatience) { [slot] () throws(PostgresFailure) in
            try stream.runScript("CREATE_REPLICATION_SLOT \(slot) TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT")
        }
        let start = made.text(0, 1) ?? "0/0"
        try Self.waitForRunningTransactions(connection)
        try stream.runScript(
            "START_REPLICATION SLOT \(slot) LOGICAL \(start) "
                + "(proto_version '1', publication_names '\(Capture.publication)')")
        let wakeUp = try WakeUp()
        self.wakeUp = wakeUp
        history = StreamHistory { wakeUp.signal() }
        history.use(catalogue)
        interrupt = stream.interrupter
        let receiver = Receiver(stream: stream, history: history, wakeUp: wakeUp, onCommit: onCommit)
        let ended = ended
        DispatchQueue(label: "oriel.stream").async {
            let failure = receiver.run()
            receiver.history.end()
            ended.signal()
            onEnd(failure)
        }
        measure(on: connection)
    }

    /// Reads how much of its log the server keeps for the stream, and how many slots it has. A role may lack the right
    /// to know.
    func measure(on connection: PostgresConnection) {
        guard let row = try? connection.runPrepared(Self.slotQuery, [slot]) else { return }
        let numbers = (0..<3).map { row.text(0, $0).flatMap { Int($0) } ?? 0 }
        history.measure(keptLog: numbers[0], slots: numbers[1], limit: numbers[2])
    }

    private static let slotQuery = """
        SELECT max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) FILTER (WHERE slot_name = $1), count(*),
            current_setting('max_replication_slots') FROM pg_replication_slots
        """

    /// Ends the stream. Blocks until its thread has ended.
    func close() {
        interrupt()
        wakeUp.signal()
        ended.wait()
    }

    /// Waits until the transactions that run at this moment are over. One that has committed before the slot's start,
    /// but is not visible yet, is neither in the stream nor in a snapshot.
    private static func waitForRunningTransactions(_ connection: PostgresConnection) throws(PostgresFailure) {
        let end = try connection.run("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").text(0, 0) ?? "0"
        let deadline = ContinuousClock.now + startPatience
        while ContinuousClock.now < deadline {
            let row = try connection.run(
                "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= $1::bigint", [end])
            if row.text(0, 0) == "t" { return }
            usleep(5_000)  // on the thread that opens the database, for which only callbacks wait
        }
        throw PostgresFailure(
            message:
                "a transaction has been open for \(startPatience.components.seconds) s; end it, see pg_stat_activity")
    }

    /// The stream's thread.
    private struct Receiver: @unchecked Sendable {  // guard: `stream` belongs to the stream's thread
        let stream: PostgresConnection
        let history: StreamHistory
        let wakeUp: WakeUp
        let onCommit: @Sendable () -> Void

        /// Receives until the connection fails. Returns why.
        func run() -> PostgresFailure {
            var reader = StreamReader(history)
            var received = LogPosition(0)
            var reported = ContinuousClock.now
            do throws(PostgresFailure) {
                while true {
                    var mustReport = false
                    while let message = try stream.received() {
                        mustReport = try take(message, &reader, &received) || mustReport
                    }
                    let isAsked = wakeUp.take()
                    if isAsked || mustReport || .now - reported > ChangeStream.reportInterval {
                        try stream.put(Self.report(received, wantsReply: isAsked))
                        reported = .now
                    }
                    try stream.wait(atMost: ChangeStream.reportInterval, or: wakeUp.descriptor)
                }
            } catch {
                return error
            }
        }

        /// Takes a message of the replication protocol. Returns whether the server asks for a report.
        private func take(
            _ message: [UInt8], _ reader: inout StreamReader, _ received: inout LogPosition
        ) throws(PostgresFailure) -> Bool {
            func number(_ start: Int) -> UInt64 { message[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
            switch message.first.map(UnicodeScalar.init) {
            case "w" where message.count > 25:
                guard let content = StreamMessage(message[25...]) else {
                    throw PostgresFailure(message: "the stream has a message that cannot be read")
                }
                if case .commit(let end) = content { received = max(received, end) }
                if reader.take(content) { onCommit() }
                return false
            case "k" where message.count >= 18:
                received = max(received, LogPosition(number(1)))
                history.advance(to: received)
                return message[17] == 1
            default: return false
            }
        }

        /// The message that tells the server what was received, and may ask for an answer
        /// (postgresql.org/docs/current/protocol-replication.html, "Standby status update").
        private static func report(_ position: LogPosition, wantsReply: Bool) -> [UInt8] {
            var message: [UInt8] = [UInt8(ascii: "r")]
            for _ in 0..<3 { withUnsafeBytes(of: position.number.bigEndian) { message.append(contentsOf: $0) } }
            message += [UInt8](repeating: 0, count: 8)
            message.append(wantsReply ? 1 : 0)
            return message
        }
    }
}

/// A descriptor that can be read after ``signal()``.
final class WakeUp: Sendable {
    let descriptor: Int32

    /// Creates a descriptor that cannot be read yet.
    init() throws(PostgresFailure) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw PostgresFailure(message: String(cString: strerror(errno))) }
    }

    deinit { close(descriptor) }

    /// Wakes the thread that waits for the descriptor.
    func signal() { eventfd_write(descriptor, 1) }

    /// Returns whether there was a signal since the last call.
    func take() -> Bool {
        var count: UInt64 = 0
        return eventfd_read(descriptor, &count) == 0
    }
}
