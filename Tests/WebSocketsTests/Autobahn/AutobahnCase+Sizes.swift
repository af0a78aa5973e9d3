import WebSockets

// Sections 9 and 10: large messages, in one frame, in many, in many pieces, and many messages. A text is section 9's
// odd numbers, bytes are its even ones.

extension AutobahnCase {
    private static let kinds: [FrameOpcode] = [.text, .binary]

    /// Messages in one frame, from 64 KiB up.
    static func whole(_ sizes: [(number: Int, kilobytes: Int)]) -> [AutobahnCase] {
        sizes.flatMap { size in
            kinds.enumerated().map { index, kind in
                let message = stars(size.kilobytes << 10)
                return good("9.\(1 + index).\(size.number)", client(kind, message), Seen(kind, message))
            }
        }
    }

    /// 4 MiB in frames of so many bytes.
    static func cut(_ sizes: [(number: Int, bytes: Int)]) -> [AutobahnCase] {
        let message = stars(4 << 20)
        return sizes.flatMap { size in
            kinds.enumerated().map { index, kind in
                good("9.\(3 + index).\(size.number)", fragmented(message, kind, by: size.bytes), Seen(kind, message))
            }
        }
    }

    /// 1 MiB in chunks of a number of bytes.
    static var chopped: [AutobahnCase] {
        let message = stars(1 << 20)
        return [64, 128, 256, 512, 1024, 2048].enumerated().flatMap { number, size in
            kinds.enumerated().map { index, kind in
                good("9.\(5 + index).\(number + 1)", client(kind, message), chop: size, Seen(kind, message))
            }
        }
    }

    /// 1,000 messages.
    static var many: [AutobahnCase] {
        [0, 16, 64, 256, 1024, 4096].enumerated().flatMap { number, size in
            kinds.enumerated().map { index, kind in
                let (message, count) = (stars(size), 1_000)
                let frame = client(kind, message)
                return AutobahnCase(
                    id: "9.\(7 + index).\(number + 1)", wire: (0..<count).flatMap { _ in frame } + clientClose(1000),
                    answers: [Seen](repeating: Seen(kind, message), count: count))
            }
        } + [good("10.1.1", fragmented(stars(65_536), .text, by: 1300), .text(stars(65_536)))]
    }

    private static func stars(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "*"), count: count) }

    /// A message in frames of `size` bytes.
    static func fragmented(_ payload: [UInt8], _ opcode: FrameOpcode, by size: Int) -> [UInt8] {
        stride(from: 0, to: payload.count, by: size).flatMap { start in
            let end = min(payload.count, start + size)
            return client(
                start == 0 ? opcode : .continuation, Array(payload[start..<end]), isFinal: end == payload.count)
        }
    }
}

extension Seen {
    /// A message of this kind.
    init(_ kind: FrameOpcode, _ bytes: [UInt8]) { self = kind == .text ? .text(bytes) : .binary(bytes) }
}
