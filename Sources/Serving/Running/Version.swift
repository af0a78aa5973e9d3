/// Which Oriel this is.
package enum Version {
    /// The version's number.
    package static let number = "0.1.0"
}
