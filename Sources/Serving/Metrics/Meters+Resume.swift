import Loop
import Scenes

extension Meters.Resume {
    /// What a viewer is given.
    @SceneActor init(_ catchUp: CatchUp) {
        switch catchUp {
        case .current: self = .current
        case .patch: self = .patch
        case .snapshot: self = .snapshot
        }
    }
}
