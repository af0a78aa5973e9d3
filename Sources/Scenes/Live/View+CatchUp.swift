import JSON
import Loop
import Wire

extension View {
    /// Returns how to bring a viewer with the state `held` to the current state: by one patch, or by the document if it
    /// is shorter.
    package func catchUp(from held: ViewState) -> CatchUp? {
        guard let state else { return nil }
        if held.digest == state.digest { return .current(state) }
        guard let patch = patch(from: held) else { return .snapshot(state) }
        return Self.shorter(.patch(from: held.digest, patch, state))
    }

    /// Patches up to this size, in bytes, are sent without comparing their size with the document's.
    private static let shortPatch = 1024

    static func shorter(_ catchUp: CatchUp) -> CatchUp {
        guard case .patch(_, let patch, let state) = catchUp, patch.count > shortPatch,
            patch.count > state.bytes.count
        else { return catchUp }
        return .snapshot(state)
    }

    /// Returns the patch from the state `other` to the current state.
    package func patch(from other: ViewState) -> [UInt8]? {
        state?.document.patch(from: other.document, jumping: true)
    }

    /// Returns the patch from a document that was saved before a restart. The patch is cached for other viewers with
    /// the same document.
    func patch(fromBefore digest: Digest) -> [UInt8]? {
        guard let state else { return nil }
        if let recalled, recalled.from == digest, recalled.to == state.digest { return recalled.patch }
        guard let document = states.document(digest, of: screen) else { return nil }
        let steps = JSON.difference(from: document, to: state.document.json)
        let patch = JSON.array(steps.map(\.json)).bytes
        recalled = (digest, state.digest, patch)
        return patch
    }
}
