import Compression

/// How a server compresses its messages: permessage-deflate, as both ends have agreed (RFC 7692, section 7.1). No message
/// refers to another one, neither the server's nor the client's, so that one compressed frame fits all who have agreed, and
/// nothing is kept between messages.
package struct DeflateAgreement: Equatable, Sendable {
    /// The window that the client asked for.
    private let limit: Int?

    /// Accepts what a client offers; nil when the offer has to be declined: another extension, a parameter that is not known
    /// or comes twice, a value that is not allowed, or a window that nobody can keep to.
    init?(_ offer: ExtensionOffer) {
        guard offer.name == "permessage-deflate" else { return nil }
        var limit: Int?
        var names: Set<String> = []
        for parameter in offer.parameters {
            guard names.insert(parameter.name).inserted else { return nil }
            switch (parameter.name, parameter.value) {
            case ("server_no_context_takeover", nil), ("client_no_context_takeover", nil),
                ("client_max_window_bits", nil):
                break
            case ("client_max_window_bits", let value?):
                guard Self.bits(value) != nil else { return nil }
            case ("server_max_window_bits", let value?):
                // zlib has no window of 8 bits for data without a header.
                guard let bits = Self.bits(value), Deflater.windows.contains(bits) else { return nil }
                limit = bits
            default: return nil
            }
        }
        self.limit = limit
    }

    /// The window that what is sent keeps to: the usual one, unless the client's is smaller.
    package var windowBits: Int { min(limit ?? Deflater.usualWindow, Deflater.usualWindow) }

    /// The answer to the offer (sections 7.1.1 and 7.1.2): a server may add both of the first two unasked.
    var answer: String {
        "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
            + (limit.map { "; server_max_window_bits=\($0)" } ?? "")
    }

    /// A number of bits from 8 to 15, without leading zeros (section 7.1.2).
    private static func bits(_ value: String) -> Int? {
        (8...15).first { String($0) == value }
    }
}
