extension Duration {
    /// The duration in whole milliseconds.
    package var milliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
