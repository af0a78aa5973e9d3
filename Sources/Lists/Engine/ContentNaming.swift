import Changes
import JSON

/// Derives ids of rows without a key from their content. Equal rows get numbers.
package struct ContentNaming {
    private var seen: [UInt64: Int] = [:]

    /// Creates a naming that has seen no row.
    package init() {}

    /// Returns the id of the next row, given the hash of its values.
    package mutating func name(_ hash: UInt64) -> ExactName {
        let count = seen[hash, default: 0] + 1
        seen[hash] = count
        let name = Digest(hash).text
        return ExactName(count == 1 ? name : "\(name)-\(count)")
    }
}
