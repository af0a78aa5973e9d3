import JSON
import Loop
import Wire

extension View {
    /// What a viewer has to be given who holds the very state `held`: one step from there, or the document if that is
    /// shorter.
    package func catchUp(from held: ViewState) -> CatchUp? {
        guard let state else { return nil }
        if held.digest == state.digest { return .current(state) }
        guard let patch = patch(from: held) else { return .snapshot(state) }
        return Self.shorter(.patch(from: held.digest, patch, state))
    }

    /// How long a patch is that is not worth a comparison with the document.
    private static let shortPatch = 1024

    static func shorter(_ catchUp: CatchUp) -> CatchUp {
        guard case .patch(_, let patch, let state) = catchUp, patch.count > shortPatch,
            patch.count > state.bytes.count
        else { return catchUp }
        return .snapshot(state)
    }

    /// The patch that takes a viewer of `other` here.
    package func patch(from other: ViewState) -> [UInt8]? {
        state?.document.patch(from: other.document, jumping: true)
    }

    /// The patch from a document of before a restart, made once for all who come back with it.
    func patch(fromBefore digest: Digest) -> [UInt8]? {
        guard let state else { return nil }
        if let recalled, recalled.from == digest, recalled.to == state.digest { return recalled.patch }
        guard let document = states.document(digest, at: screen.route) else { return nil }
        let steps = JSON.difference(from: document, to: state.document.json)
        let patch = JSON.array(steps.map(\.json)).bytes
        recalled = (digest, state.digest, patch)
        return patch
    }
}
