/// Counts of connections, responses and bytes.
package struct HTTPCounts: Sendable {
    /// The number of accepted connections.
    package internal(set) var connections = 0
    /// The number of responses, by the first digit of their status, from 1 to 5.
    package internal(set) var answers = [0, 0, 0, 0, 0]
    /// The bytes of request bodies.
    package internal(set) var received = 0
    /// The bytes of response bodies, except event streams.
    package internal(set) var sent = 0
    /// The bytes of event streams.
    package internal(set) var streamed = 0

    /// Counts a response.
    mutating func record(status: Int, bytes: Int) {
        if (100..<600).contains(status) { answers[status / 100 - 1] += 1 }
        sent += bytes
    }
}
