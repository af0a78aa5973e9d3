extension String {
    /// Whether a name has no control characters, which could forge lines of a list.
    var isPrintable: Bool { unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } }
}
