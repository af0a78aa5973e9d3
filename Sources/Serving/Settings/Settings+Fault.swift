import Access
import HTTPServer
import WebSockets

extension Settings {
    /// The reason, as a sentence, why a program cannot start with these settings; `nil` if it can.
    package var fault: String? {
        if let origin = origins.first(where: { Origin($0) == nil }) {
            return "Invalid origin: \"\(origin)\". Use \(Origin.words)."
        }
        if let addressHeader, !addressHeader.isFieldName {
            return
                "Invalid address header: \"\(addressHeader)\". Name a header, such as X-Forwarded-For."
        }
        if users == nil, people != nil || proxy != nil || jwt != nil || !oidc.isEmpty {
            let name = people != nil ? "people" : proxy != nil ? "proxy" : jwt != nil ? "jwt" : "oidc"
            return "The setting \"\(name)\" needs \"users\", the database of sessions, such as data/access.sqlite."
        }
        if users == Access.servedDatabase, readOnly {
            return "The setting \"users: database\" needs a database that is written. Remove \"readOnly\", or name a "
                + "file, such as data/access.sqlite."
        }
        if people != nil, !oidc.isEmpty {
            return "The setting \"oidc\" needs people in \"users\". Remove the setting \"people\"."
        }
        if let proxy, !proxy.isValid { return "The setting \"proxy\" has an invalid header or network." }
        do throws(HTTPServerError) {
            try ListenSocket.check(host, allowRemote: allowRemote)
        } catch {
            return error.description
        }
        return PublicFolder.fault(of: publicDirectory) ?? ownFileFault
    }
}

extension String {
    /// Whether this is a valid header name (RFC 9110 section 5.1).
    package var isFieldName: Bool { !isEmpty && utf8.allSatisfy(\.isTokenByte) }
}
