import Compression

/// The agreement on permessage-deflate (RFC 7692, section 7.1). No message refers to an earlier one, in either
/// direction. One compressed frame therefore fits all sockets that have agreed, and nothing is kept between messages.
package struct DeflateAgreement: Equatable, Sendable {
    /// The window size that the client requested.
    private let limit: Int?

    /// Accepts a client's offer. Returns nil if the offer must be declined: another extension, an unknown or duplicate
    /// parameter, an invalid value, or an unsupported window size.
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

    /// The window size of sent messages: the default, or the client's if that is smaller.
    package var windowBits: Int { min(limit ?? Deflater.usualWindow, Deflater.usualWindow) }

    /// The answer to the offer (sections 7.1.1 and 7.1.2). A server may add the first two parameters without being
    /// asked.
    var answer: String {
        "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
            + (limit.map { "; server_max_window_bits=\($0)" } ?? "")
    }

    /// Parses a number of bits from 8 to 15, without leading zeros (section 7.1.2).
    private static func bits(_ value: String) -> Int? {
        (8...15).first { String($0) == value }
    }
}
