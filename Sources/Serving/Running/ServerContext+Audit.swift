import HTTPServer
import Logging
import Loop
import Scenes
import ViewModels

// What the audit has of requests.

extension ServerContext {
    /// Records in the audit what a client did.
    func audit(
        _ event: String, at route: Route? = nil, row: String? = nil, _ detail: String? = nil, by visitor: SessionTicket
    ) {
        record(
            AuditEvent(
                event, who: visitor.identity?.auditName ?? visitor.principal.name,
                via: visitor.identity?.auditWay ?? "nobody",
                network: visitor.address.isEmpty ? nil : visitor.address, route: route?.description, row: row,
                detail: detail))
    }

    /// Records which screens an administrator sees as somebody else.
    func auditLook(at route: Route, by visitor: SessionTicket) {
        if visitor.identity?.isLooking == true { audit("looked at", at: route, by: visitor) }
    }

    /// Records the first use of a key, a token or a proxy's name from an address.
    func auditArrival(of identity: Identity?, from address: String) {
        guard let identity, arrivals.isNew(identity, from: address) else { return }
        record(
            AuditEvent(
                "sign-in", who: identity.auditName, via: identity.auditWay,
                network: address.isEmpty ? nil : address))
    }

    /// Records the refusal of a request that comes from a page of another site.
    func auditForeign(_ problem: Problem, from address: String, at path: String? = nil) {
        guard problem.code == Problem.foreignPage.code else { return }
        record(
            AuditEvent(
                "foreign page refused", who: "", via: "nobody", network: address.isEmpty ? nil : address, route: path))
    }

    /// Records that the rules have been read again, or refused for a reason. The log has the mistakes already.
    func auditRules(_ reason: String?) {
        if reason == nil { ServerLog.logger.info("rules reloaded") }
        record(
            AuditEvent(
                reason == nil ? "rules read" : "rules refused", who: "server", via: "file", detail: reason))
    }
}
