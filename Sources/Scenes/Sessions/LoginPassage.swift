/// A service at which people can sign in, as the form shows it.
package struct LoginServiceLink: Sendable {
    /// The name in addresses.
    package let name: String
    /// The name for people to read.
    package let title: String

    package init(name: String, title: String) {
        (self.name, self.title) = (name, title)
    }

    /// The address at which a sign-in begins.
    package var path: String { "/-/sign-in/\(name)" }
}

/// A sign-in at a service that has begun.
package struct LoginPassage: Sendable {
    /// The page of the service at which the person signs in.
    package let location: String
    /// What the browser keeps meanwhile, in a cookie.
    package let cookie: String
    /// The time that the person has.
    package let lifetime: Duration

    package init(location: String, cookie: String, lifetime: Duration) {
        (self.location, self.cookie, self.lifetime) = (location, cookie, lifetime)
    }
}

/// The answer of a service, with which the browser comes back.
package struct LoginAnswer: Sendable {
    /// The code for a token.
    package var code: String?
    /// What the service was given, and gives back.
    package var state: String?
    /// The issuer, if the service names itself.
    package var issuer: String?
    /// The code of an error.
    package var error: String?
    /// What the browser has kept.
    package var cookie: String?
    /// The address to which the browser has come back.
    package var back: String

    package init(back: String) {
        self.back = back
    }
}
