/// The second factor of a person, as the person sees it.
package enum SecondFactorState: Sendable, Equatable {
    /// The person has no second factor, and may add one with this secret (Base32). An authenticator app reads it from
    /// `address`.
    case missing(secret: String, address: String)
    /// There is one, with so many recovery codes left.
    case present(recoveryCodes: Int)
}

/// A person's own change of the second factor.
package struct SecondFactorChange: Sendable {
    /// What is changed.
    package enum Kind: Sendable {
        /// Adds a second factor with a secret, in Base32.
        case add(secret: String)
        /// Makes new recovery codes. The old ones count no longer.
        case renewRecoveryCodes
        /// Removes the second factor. Only the password counts then.
        case remove
    }

    package let kind: Kind
    /// The present password, as the client gives it.
    package var password: String
    /// A code of the authenticator app. To change or remove a second factor, a recovery code counts too.
    package var code: String
    /// The client's network; `nil` for this machine.
    package var network: String?

    package init(_ kind: Kind, password: String, code: String) {
        (self.kind, self.password, self.code) = (kind, password, code)
    }
}
