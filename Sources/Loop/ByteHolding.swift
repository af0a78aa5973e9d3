/// Bytes kept for a client. They are given back when the holding is released, or earlier.
@SceneActor package final class ByteHolding {
    /// The purpose of the bytes.
    package private(set) var kind: ByteAccount.Kind
    /// The number of bytes now.
    package private(set) var count = 0
    private let account: ByteAccount
    private var share: ByteShare?

    /// Creates an empty holding of a kind, for the address of the share, if any.
    package init(_ kind: ByteAccount.Kind, in account: ByteAccount, for share: ByteShare? = nil) {
        (self.kind, self.account, self.share) = (kind, account, share)
    }

    isolated deinit { set(0) }

    /// Takes this many more bytes if there is room.
    ///
    /// - Returns: The reason why there is no room; `nil` on success.
    package func take(_ bytes: Int) -> ByteAccount.Shortage? {
        if let shortage = account.shortage(of: bytes, for: share) { return shortage }
        set(count + bytes)
        return nil
    }

    /// Sets the number of bytes now kept, even if it exceeds a limit: they are in memory already.
    package func set(_ count: Int) {
        let change = count - self.count
        guard change != 0 else { return }
        self.count = count
        share?.bytes += change
        account.change(kind, by: change)
    }

    /// Changes the kind of the bytes and the address they count for.
    package func move(to kind: ByteAccount.Kind, for share: ByteShare?) {
        guard kind != self.kind || share !== self.share else { return }
        let kept = count
        set(0)
        (self.kind, self.share) = (kind, share)
        set(kept)
    }
}
