import Outbound
import Serving

// The proxy.

extension Diagnosis {
    /// Checks that a proxy at the public address forwards requests unchanged. Blocks.
    mutating func checkAddress(_ address: String, _ settings: Settings) {
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        guard let status = status(base, "/-/health") else { return }
        guard status != 421 else {
            return note(
                .error, "address", "The server does not know the host name of \(base). Set origins: [\(base)].")
        }
        expect(
            status == 200, "address", "\(base) responds", else: .error,
            "\(base)/-/health gives \(status) instead of 200. Check the proxy's address of the server.")
        guard status == 200 else { return }
        if settings.metricsReaders != .all, let status = self.status(base, "/-/metrics") {
            expect(
                status != 200, "proxy headers", "the metrics are closed to \(base)", else: .error,
                "\(base)/-/metrics is open: clients of the proxy count as programs of this machine. Let the proxy set "
                    + "X-Forwarded-For.")
        }
        let upgrade = [("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
        if let status = self.status(base, "/-/socket", upgrade) {
            expect(
                status != 426, "sockets", "sockets pass through", else: .warning,
                "The proxy drops the headers Connection and Upgrade, so that sockets fail. See docs/guides/deploy.md.")
        }
    }

    /// Requests a path, and notes a failure. Returns the status.
    private mutating func status(_ base: String, _ path: String, _ headers: [(String, String)] = []) -> Int? {
        guard let url = SecureURL(base + path) else {
            note(.error, "address", "\(base) is not an address of https, or of http on this machine.")
            return nil
        }
        var request = OutboundRequest(url)
        request.headers += headers
        do throws(OutboundError) {
            return try request.send(within: OutboundRequest.Limits()).status
        } catch {
            note(.error, "address", "\(base)\(path) gives no response: \(error.reason).")
            return nil
        }
    }
}
