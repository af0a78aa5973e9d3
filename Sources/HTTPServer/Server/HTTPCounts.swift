/// What has come and gone, in plain numbers.
package struct HTTPCounts: Sendable {
    /// Connections that were accepted.
    package internal(set) var connections = 0
    /// Answers by the first digit of their status, from 1 to 5.
    package internal(set) var answers = [0, 0, 0, 0, 0]
    /// Bytes of requests' bodies.
    package internal(set) var received = 0
    /// Bytes of answers' bodies, those of event streams apart.
    package internal(set) var sent = 0
    /// Bytes of event streams.
    package internal(set) var streamed = 0

    /// Notes an answer.
    mutating func note(status: Int, bytes: Int) {
        if (100..<600).contains(status) { answers[status / 100 - 1] += 1 }
        sent += bytes
    }
}
