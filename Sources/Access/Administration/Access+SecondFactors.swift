import Scenes
import Stores

/// A new second factor, as its person needs it. It is shown once.
package struct NewSecondFactor: Sendable {
    /// The address with the secret, for an authenticator app.
    package let address: String
    /// The recovery codes.
    package let recoveryCodes: [String]
}

// The second factors of people.
extension Access {
    /// Gives a person a second factor. From now on, a password needs a code beside it.
    ///
    /// - Parameter server: The name of the server in the authenticator app.
    package func addSecondFactor(to name: String, server: String) async throws(SignInError) -> NewSecondFactor {
        let (codes, recovery) = (TimeCode(), RecoveryCode.makeAll())
        try await change(name, "second factor added") { transaction, id in
            guard try SecondFactor.add(codes, recovery, to: id, transaction) else {
                throw SignInError.invalid(
                    field: "name", reason: "\(name) has a second factor already. Remove it first, with --remove.")
            }
        }
        return NewSecondFactor(
            address: codes.address(of: name, at: server), recoveryCodes: recovery.map(\.text))
    }

    /// Removes the second factor of a person, as after the loss of a telephone. Only the password counts then.
    package func removeSecondFactor(from name: String) async throws(SignInError) {
        try await change(name, "second factor removed") { transaction, id in
            guard try SecondFactor.remove(from: id, transaction) else {
                throw SignInError.invalid(field: "name", reason: "\(name) has no second factor.")
            }
        }
    }
}
