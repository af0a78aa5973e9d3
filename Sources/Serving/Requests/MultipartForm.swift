import Glibc
import ViewModels

/// The parts of a `multipart/form-data` body (RFC 7578; RFC 2046 section 5.1), each with a name and content.
struct MultipartForm {
    /// The parts by name, without empty parts. The last part with a name wins.
    private(set) var parts: [String: ImageUpload.Content] = [:]

    /// Parses a body; `nil` if it is not a form, or is incomplete. O(n).
    init?(_ body: [UInt8], type: String) {
        guard let boundary = Self.parameter("boundary", of: type), (1...70).contains(boundary.utf8.count) else {
            return nil
        }
        let mark = Array("\r\n--\(boundary)".utf8)
        guard body.starts(with: mark.dropFirst(2)) else { return nil }
        var start = mark.count - 2
        while !body[start...].starts(with: Array("--".utf8)) {
            guard let end = Self.place(of: mark, in: body, from: start) else { return nil }
            guard read(body[start..<end]) else { return nil }
            start = end + mark.count
        }
    }

    /// Parses one part: the rest of the boundary line, headers, an empty line, the content.
    private mutating func read(_ part: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(part)
        guard let end = Self.place(of: Array("\r\n\r\n".utf8), in: bytes, from: 0) else { return false }
        var name: String?
        var type: String?
        for line in String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n") {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            switch halves[0].lowercased() {
            case "content-disposition": name = Self.parameter("name", of: String(halves[1]))
            case "content-type": type = String(halves[1].drop { $0 == " " })
            default: break
            }
        }
        guard let name else { return false }
        let content = Array(bytes[(end + 4)...])
        if !content.isEmpty { parts[name] = ImageUpload.Content(content, type: type) }
        return true
    }

    /// Returns a parameter of a header such as `form-data; name="image"`.
    private static func parameter(_ name: String, of header: String) -> String? {
        var isQuoted = false
        let pieces = header.split { letter in
            if letter == "\"" { isQuoted.toggle() }
            return letter == ";" && !isQuoted
        }
        for piece in pieces.dropFirst() {
            let halves = piece.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0].trimmingSpaces().lowercased() == name else { continue }
            let value = halves[1].trimmingSpaces()
            return value.first == "\"" ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)
        }
        return nil
    }

    /// Returns the next position of a mark that begins with a carriage return.
    private static func place(of mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            var place = start
            while place + mark.count <= bytes.count, let base = bytes.baseAddress {
                guard let found = memchr(base + place, Int32(UInt8(ascii: "\r")), bytes.count - place) else { break }
                place = UnsafeRawPointer(found) - base
                if bytes[place...].starts(with: mark) { return place }
                place += 1
            }
            return nil
        }
    }
}
