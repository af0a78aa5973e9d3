import Cryptography
import JSON
import Tables

extension SQLValue {
    /// The value in the form that a ``WriteCommand`` takes.
    package var writtenJSON: JSON {
        switch self {
        case .null: .null
        case .integer(let number): .int(number)
        case .real(let number): .double(number)
        case .text(let text): .string(text)
        case .malformed(let text): .string(String(decoding: text.bytes, as: UTF8.self))
        case .blob(let blob): ["base64": .string(Base64.encode(blob.bytes))]
        }
    }
}
