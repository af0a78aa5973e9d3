/// An answer in chunks that is read bit by bit, through a connection for which the system keeps little.
package final class Download: @unchecked Sendable {  // one task uses it
    private let connection: Connection
    private var bytes: [UInt8] = []
    /// The status of the answer.
    package let status: Int

    /// Asks for a target and reads the head of the answer.
    package init(port: Int, _ target: String, headers: [String: String] = [:]) throws {
        connection = try Connection(port: port, isNarrow: true)
        let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        let head = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(fields)\r\n"
        try connection.send(Array(head.utf8))
        let answer = String(decoding: try connection.receive(through: "\r\n\r\n"), as: UTF8.self)
        status = answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// The number of body bytes read.
    package var count: Int { bytes.count }

    /// The body, as far as it has been read.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Says that nothing more will be sent.
    package func shutSending() { connection.shutSending() }

    /// Reads a chunk.
    package func read() throws {
        bytes += try connection.receiveChunk() ?? []
    }

    /// Reads to the end of the body.
    package func readToEnd() throws -> String {
        while let chunk = try connection.receiveChunk() { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }
}
