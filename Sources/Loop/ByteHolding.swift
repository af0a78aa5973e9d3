/// Bytes that somebody keeps for a visitor: they are given back when nobody has this any more, or before.
@SceneActor package final class ByteHolding {
    /// What they are kept for.
    package private(set) var kind: ByteAccount.Kind
    /// How many there are now.
    package private(set) var count = 0
    private let account: ByteAccount
    private var share: ByteShare?

    /// Nothing yet, of a kind, for an address that has a share.
    package init(_ kind: ByteAccount.Kind, in account: ByteAccount, for share: ByteShare? = nil) {
        (self.kind, self.account, self.share) = (kind, account, share)
    }

    isolated deinit { set(0) }

    /// Takes so many more, if there is room.
    ///
    /// - Returns: Why there is none.
    package func take(_ bytes: Int) -> ByteAccount.Shortage? {
        if let shortage = account.shortage(of: bytes, for: share) { return shortage }
        set(count + bytes)
        return nil
    }

    /// Says how many are kept now, whether or not there is room: they are there.
    package func set(_ count: Int) {
        let change = count - self.count
        guard change != 0 else { return }
        self.count = count
        share?.bytes += change
        account.change(kind, by: change)
    }

    /// Has the bytes be of another kind, and for another address.
    package func move(to kind: ByteAccount.Kind, for share: ByteShare?) {
        guard kind != self.kind || share !== self.share else { return }
        let kept = count
        set(0)
        (self.kind, self.share) = (kind, share)
        set(kept)
    }
}
