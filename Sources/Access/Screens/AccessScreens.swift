import Loop
import Scenes
import Stores
import ViewModels

/// The screens about sign-in itself: a person's sessions at `/-/sessions`, and the audit at `/-/audit`, for
/// administrators.
@SceneActor final class AccessScreens: AppCoordinator {
    private static let audit = RoutePattern("/-/audit")

    init(_ store: AccessStore) {
        super.init()
        personal("/-/sessions") { _, visitor in SessionsViewModel(of: visitor, in: store) }
        personal(Self.audit) { _, _, _ in AuditViewModel(store) }
    }

    override func admits(_ principal: Principal, to route: Route) -> Bool {
        Self.audit.values(of: route) == nil ? principal.kind == .person : principal.isAdmin
    }
}
