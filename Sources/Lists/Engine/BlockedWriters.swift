/// The writers that cannot commit while a connection reads.
package struct BlockedWriters {
    /// How long they may be blocked.
    package let patience: Duration
    /// Lets them commit.
    package let admit: () throws(ScanError) -> Void
    /// Blocks them again. Throws ``ScanError/overtaken`` after a commit meanwhile.
    package let block: () throws(ScanError) -> Void

    /// Creates writers that wait this long.
    package init(
        patience: Duration, admit: @escaping () throws(ScanError) -> Void, block: @escaping () throws(ScanError) -> Void
    ) {
        (self.patience, self.admit, self.block) = (patience, admit, block)
    }
}
