import Foundation

/// The seed inputs of a target, one per line. `\n`, `\r`, `\t`, `\\` and `\x00` stand for bytes, and `# ` begins a
/// comment.
enum Corpus {
    /// The inputs of a target.
    static func read(_ name: String) throws -> [[UInt8]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent("corpus/\(name).txt"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("# ") }.map { bytes(of: Array($0.utf8)) }
    }

    private static func bytes(of line: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = line[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let mark = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch mark {
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "x"):
                bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            default: bytes.append(mark)
            }
        }
        return bytes
    }

    /// An input as a line.
    static func line(for bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case 0x0A: "\\n"
            case 0x0D: "\\r"
            case 0x09: "\\t"
            case UInt8(ascii: "\\"): "\\\\"
            case 0x20...0x7E: String(UnicodeScalar(byte))
            default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }
}
