/// The version of Oriel.
package enum Version {
    /// The version number.
    package static let number = "0.1.0"
}
