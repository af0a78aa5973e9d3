import TestSupport

/// Texts of all kinds for compression: empty ones, documents with repetitions, noise.
enum Texts {
    static func random(_ generator: inout SeededGenerator) -> [UInt8] {
        let size = [0, 1, 5, 300, 5_000, 40_000, 200_000].randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return noise(size, &generator)
        case 1: return [UInt8](repeating: UInt8(truncatingIfNeeded: generator.next()), count: size)
        default: return document(size, &generator)
        }
    }

    static func noise(_ size: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < size { withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) } }
        return Array(bytes.prefix(size))
    }

    /// The beginning of a list of cells.
    static func document(_ size: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < size {
            bytes += Array(#""\#(bytes.count)":{"template":"row","title":"\#(generator.next() % 1_000)"},"#.utf8)
        }
        return Array(bytes.prefix(size))
    }
}
