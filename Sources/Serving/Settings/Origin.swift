/// The origin of a page, as browsers send it in `Origin` (RFC 6454 section 6.2): a scheme, a host, and a port unless it
/// is the scheme's default.
///
///     Origin("HTTPS://App.example.com:443/")?.text   // https://app.example.com
package struct Origin {
    /// The text that browsers send.
    package let text: String

    /// The valid values of the setting, as part of a sentence.
    package static let words = "a list of origins as browsers send them, such as [https://app.example.com]"

    /// Parses an origin in a common spelling: capitals, a slash at the end and the scheme's default port are accepted.
    /// Returns `nil` for anything that no browser sends.
    package init?(_ spelled: String) {
        let pattern =
            #/([a-z][a-z0-9+.\-]*):\/\/(\[[0-9a-f:.]+\]|[a-z0-9_\-]+(?:\.[a-z0-9_\-]+)*\.?)(?::([0-9]{1,5}))?\/?/#
        guard let (_, scheme, host, digits) = spelled.lowercased().wholeMatch(of: pattern)?.output else { return nil }
        let authority = "\(scheme)://\(host)"
        guard let digits else {
            text = authority
            return
        }
        guard let port = UInt16(digits), port > 0 else { return nil }
        let isOwn = (scheme == "http" && port == 80) || (scheme == "https" && port == 443)
        text = isOwn ? authority : "\(authority):\(port)"
    }
}
