import CPostgres
import Glibc

/// libpq's connection: statements are sent, and what the server sends is waited for. It blocks, and belongs to one queue
/// or thread.
final class PostgresLink {
    /// libpq's connection, for calls that send a statement.
    let handle: OpaquePointer
    private let cancellation: PostgresCancellation

    /// Connects with options of libpq. Of two options with one name, the later counts.
    init(_ options: [(String, String)]) throws(PostgresFailure) {
        guard libpq_load() == 1 else {
            throw PostgresFailure(message: "libpq.so.5 is missing; install libpq5")
        }
        guard let handle = Self.connect(options) else { throw PostgresFailure(message: "libpq has no memory left") }
        self.handle = handle
        cancellation = PostgresCancellation(libpq_getCancel(handle))
        guard libpq_status(handle) == CONNECTION_OK else { throw openingFailure }
        libpq_setNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit { libpq_finish(handle) }

    private static func connect(_ options: [(String, String)]) -> OpaquePointer? {
        let names = options.map { strdup($0.0) }
        let values = options.map { strdup($0.1) }
        defer { (names + values).forEach { free($0) } }
        let keywords = names.map { UnsafePointer($0) } + [nil]
        return libpq_connectdbParams(keywords, values.map { UnsafePointer($0) } + [nil], 1)
    }

    /// The reason why no connection was made. libpq quotes parts of an address that it cannot read, which may
    /// be parts of a password.
    private var openingFailure: PostgresFailure {
        libpq_socket(handle) < 0 && failure.message.contains("invalid")
            ? PostgresFailure(message: "the address is not valid") : failure
    }

    /// The reason why the connection cannot be used.
    var failure: PostgresFailure { PostgresFailure(message: PostgresFailure.sentence(libpq_errorMessage(handle))) }

    /// Whether a failed statement has broken the present transaction.
    var isInFailedTransaction: Bool { libpq_transactionStatus(handle) == PQTRANS_INERROR }

    /// Cancels the present statement, and every later one. Thread-safe.
    var interrupter: @Sendable () -> Void {
        { [cancellation] in cancellation.stop() }
    }

    /// The parameters of the connection, by the environment variables from which libpq would take them.
    var environment: [String: String] {
        guard let options = libpq_conninfo(handle) else { return [:] }
        defer { libpq_conninfoFree(options) }
        var environment: [String: String] = [:]
        var option = options
        while option.pointee.keyword != nil {
            if let name = option.pointee.envvar, let value = option.pointee.val {
                environment[String(cString: name)] = String(cString: value)
            }
            option += 1
        }
        return environment
    }

    /// Cancels the present statement.
    func cancel() { cancellation.cancel() }

    /// Throws if a call that sends something has failed.
    func sent(_ status: Int32) throws(PostgresFailure) {
        guard status == 1 else { throw failure }
    }

    /// Returns the next result of what was sent; `nil` after the last. Cancels the statement at the deadline.
    func nextResult(until deadline: ContinuousClock.Instant?) throws(PostgresFailure) -> OpaquePointer? {
        var isCancelled = false
        while libpq_isBusy(handle) == 1 {
            if cancellation.isStopped { throw PostgresFailure(message: "the connection is closed") }
            let isReadable = poll(for: isCancelled ? nil : deadline)
            if !isReadable, !isCancelled {
                cancellation.cancel()
                isCancelled = true
            }
            guard libpq_consumeInput(handle) == 1 else { throw failure }
        }
        return libpq_getResult(handle)
    }

    /// Waits until the server has sent something, or for the deadline. Returns whether it has.
    private func poll(for deadline: ContinuousClock.Instant?) -> Bool {
        var descriptor = pollfd(fd: libpq_socket(handle), events: Int16(POLLIN), revents: 0)
        let rest = deadline.map { max(($0 - .now).milliseconds, 0) } ?? 1_000
        let count = Glibc.poll(&descriptor, 1, Int32(clamping: rest))
        return count > 0 || deadline.map { $0 > .now } ?? true
    }
}

extension PostgresLink {
    /// Returns the next message of a copy; `nil` at its end. The receiver frees it with `libpq_freemem`.
    func nextMessage(until deadline: ContinuousClock.Instant?) throws(PostgresFailure) -> UnsafeRawBufferPointer? {
        while true {
            var start: UnsafeMutablePointer<CChar>?
            let count = libpq_getCopyData(handle, &start, 1)
            if count > 0, let start { return UnsafeRawBufferPointer(start: start, count: Int(count)) }
            if count == -1 { return nil }
            guard count == 0 else { throw failure }
            if cancellation.isStopped { throw PostgresFailure(message: "the connection is closed") }
            guard poll(for: deadline) else { throw PostgresFailure(code: "57014", message: "the time limit is over") }
            guard libpq_consumeInput(handle) == 1 else { throw failure }
        }
    }

    /// Waits until the server has sent something, another descriptor can be read, or the time is over.
    func wait(atMost limit: Duration, or other: Int32) throws(PostgresFailure) {
        if cancellation.isStopped { throw PostgresFailure(message: "the connection is closed") }
        var descriptors = [libpq_socket(handle), other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = Glibc.poll(&descriptors, 2, Int32(clamping: limit.milliseconds))
        guard libpq_consumeInput(handle) == 1 else { throw failure }
    }

    /// Sends a message to the server of a stream or of a copy.
    func put(_ message: [UInt8]) throws(PostgresFailure) {
        let isSent = message.withUnsafeBytes { bytes in
            libpq_putCopyData(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
        guard isSent == 1, libpq_flush(handle) >= 0 else { throw failure }
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded up.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
