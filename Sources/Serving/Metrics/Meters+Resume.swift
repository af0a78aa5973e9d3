import Loop
import Scenes

extension Meters.Resume {
    /// Returns the kind of response to a client that returns.
    @SceneActor init(_ catchUp: CatchUp) {
        switch catchUp {
        case .current: self = .current
        case .patch: self = .patch
        case .snapshot: self = .snapshot
        }
    }
}
