import Descriptions
import Loop
import ViewModels

/// Joins the coordinator of an app and the screens of the server, whose routes begin with `/-/`.
///
/// The screens of the server are only for clients that have signed in. Their session needs no cookie.
@SceneActor package final class JoinedCoordinator: Coordinator {
    private let app: any Coordinator
    private let server: any Coordinator

    init(_ app: any Coordinator, _ server: any Coordinator) {
        (self.app, self.server) = (app, server)
    }

    /// Whether a path leads to a screen of the server, or to a command of such a screen.
    package static func isOfServer(_ path: String) -> Bool {
        ["/-/sessions", "/-/audit"].contains(path.prefix { $0 != ":" })
    }

    private func coordinator(of route: Route) -> any Coordinator {
        route.segments.first == "-" && !Self.isOfOperators(route) ? server : app
    }

    /// The path of the screen of a database for operators.
    nonisolated package static let pathOfOperators = ["-", "sql"]

    /// Whether a route leads to the screen of a database for operators.
    package static func isOfOperators(_ route: Route) -> Bool { route.segments == pathOfOperators }

    /// Whether a path leads to that screen, or to an export or a command of it.
    package static func isOfOperators(_ path: String) -> Bool {
        path.prefix { $0 != ":" } == Route(pathOfOperators).description
    }

    package func screen(for route: Route, as principal: Principal) throws(RouteError) -> ScreenPlan {
        try coordinator(of: route).screen(for: route, as: principal)
    }

    package func file(
        for route: Route, as principal: Principal
    ) -> (@SceneActor () async throws(RouteError) -> ServedFile)? {
        coordinator(of: route).file(for: route, as: principal)
    }

    package func hasRows(at route: Route, for principal: Principal) -> Bool {
        coordinator(of: route).hasRows(at: route, for: principal)
    }

    package func rows(
        of route: Route, as format: ExportFormat, for principal: Principal
    ) async throws(RouteError) -> (any ServedRows)? {
        try await coordinator(of: route).rows(of: route, as: format, for: principal)
    }

    package func whenCurrent(for principal: Principal, _ body: @escaping @SceneActor () -> Void) {
        app.whenCurrent(for: principal, body)
    }

    package var hasRules: Bool { app.hasRules }
    package var admitsNobody: Bool { app.admitsNobody }
    package var signInRoute: String? { app.signInRoute }
    package func rights(of principal: Principal) -> AnyObject? { app.rights(of: principal) }
    package var texts: Texts? { app.texts }
    package var hasPersonalScreens: Bool { app.hasPersonalScreens }

    package var onRightsChange: ((Principal?) -> Void)? {
        get { app.onRightsChange }
        set { app.onRightsChange = newValue }
    }

    package var onRulesRead: ((String?) -> Void)? {
        get { app.onRulesRead }
        set { app.onRulesRead = newValue }
    }

    package var onChange: (() -> Void)? {
        get { app.onChange }
        set { app.onChange = newValue }
    }
}

extension JoinedCoordinator: Describing {
    /// Describes both parts.
    package func describer(for principal: Principal, isOperator: Bool) -> Describer? {
        let parts = [app, server].compactMap {
            ($0 as? any Describing)?.describer(for: principal, isOperator: isOperator)
        }
        guard let first = parts.first else { return nil }
        return Describer(identity: parts.map(\.identity).joined(separator: "\n")) {
            parts.dropFirst().reduce(into: first.describe()) { $0.add($1.describe()) }
        }
    }
}

extension Coordinator {
    /// Returns a coordinator that has the screens of the server too, if there are any.
    package func joined(with server: (any Coordinator)?) -> any Coordinator {
        server.map { JoinedCoordinator(self, $0) } ?? self
    }
}
