import Loop
import Scenes

extension Meters.Resume {
    /// Creates the kind of response that a returning client gets.
    @SceneActor init(_ catchUp: CatchUp) {
        switch catchUp {
        case .current: self = .current
        case .patch: self = .patch
        case .snapshot: self = .snapshot
        }
    }
}
