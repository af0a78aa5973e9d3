import Glibc
import ViewModels

/// Splits a `multipart/form-data` body into its parts while it arrives (RFC 7578; RFC 2046, section 5.1).
struct MultipartParser {
    /// A part of a form, or bytes of it.
    enum Event: Equatable {
        /// A part begins.
        case part(UploadPart)
        /// Bytes of the part that has begun last.
        case bytes([UInt8])
    }

    private enum State {
        /// The first boundary is awaited.
        case start
        /// The rest of a boundary's line and the headers of a part are awaited, or the end of the form.
        case head
        /// The content of a part is being read.
        case content
        /// The form is complete. Anything that follows is ignored.
        case end
    }

    private let mark: [UInt8]  // what ends a part: a line break and the boundary
    private var state = State.start
    private var rest: ArraySlice<UInt8> = []
    private var partCount = 0

    /// The largest number of parts, files or not.
    static let partLimit = 1_000

    /// The longest head of a part, in bytes.
    private static let headLimit = 16 * 1024

    /// Returns whether this is the media type of a form with files.
    static func isForm(_ type: String?) -> Bool { type?.lowercased().hasPrefix("multipart/form-data") ?? false }

    /// Begins a body of this media type; `nil` without a valid boundary.
    init?(type: String) {
        guard let boundary = Disposition.parameter("boundary", of: type), (1...70).contains(boundary.utf8.count) else {
            return nil
        }
        mark = Array("\r\n--\(boundary)".utf8)
    }

    /// Whether the form is complete.
    var isComplete: Bool { state == .end }

    /// Reads the next bytes. O(n).
    ///
    /// - Returns: What has arrived; `nil` if this is no form.
    mutating func read(_ bytes: [UInt8]) -> [Event]? {
        rest = ArraySlice(rest + bytes)
        var events: [Event] = []
        while true {
            switch state {
            case .start:
                let first = mark.dropFirst(2)
                guard rest.count >= first.count else { return first.starts(with: rest) ? events : nil }
                guard rest.starts(with: first) else { return nil }
                rest = rest.dropFirst(first.count)
                state = .head
            case .head:
                guard rest.count >= 2 else { return events }
                if rest.starts(with: "--".utf8) {
                    state = .end
                    continue
                }
                guard let end = Self.place(of: Array("\r\n\r\n".utf8), in: rest) else {
                    return rest.count < Self.headLimit + 4 ? events : nil
                }
                partCount += 1
                guard partCount <= Self.partLimit, end <= Self.headLimit, let part = Self.part(rest.prefix(end)) else {
                    return nil
                }
                events.append(.part(part))
                rest = rest.dropFirst(end + 4)
                state = .content
            case .content:
                guard let end = Self.place(of: mark, in: rest) else {
                    let count = max(0, rest.count - mark.count)
                    if count > 0 { events.append(.bytes(Array(rest.prefix(count)))) }
                    rest = rest.dropFirst(count)
                    return events
                }
                if end > 0 { events.append(.bytes(Array(rest.prefix(end)))) }
                rest = rest.dropFirst(end + mark.count)
                state = .head
            case .end:
                rest = []
                return events
            }
        }
    }

    /// Parses the headers of a part; `nil` without a name.
    private static func part(_ head: ArraySlice<UInt8>) -> UploadPart? {
        var (part, isNamed) = (UploadPart(), false)
        for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            let value = String(halves[1].trimmingSpaces())
            switch halves[0].lowercased() {
            case "content-disposition":
                part.field = Disposition.parameter("name", of: value)
                part.fileName = Disposition.fileName(in: value)
                isNamed = part.field != nil
            case "content-type": part.type = value
            default: break
            }
        }
        return isNamed ? part : nil
    }

    /// Returns the first position of a mark that begins with a line break.
    private static func place(of mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBytes { bytes in
            mark.withUnsafeBytes { mark in
                guard let base = bytes.baseAddress, let pattern = mark.baseAddress else { return nil }
                var place = 0
                while place + mark.count <= bytes.count {
                    let found = memchr(base + place, Int32(UInt8(ascii: "\r")), bytes.count - place)
                    guard let found else { return nil }
                    place = UnsafeRawPointer(found) - base
                    guard place + mark.count <= bytes.count else { return nil }
                    if memcmp(base + place, pattern, mark.count) == 0 { return place }
                    place += 1
                }
                return nil
            }
        }
    }
}
