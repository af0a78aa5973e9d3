import Loop
import Observation

@Observable final class Person {
    var first: String
    var last: String
    var address: Address?

    init(_ first: String, _ last: String, address: Address? = nil) {
        self.first = first
        self.last = last
        self.address = address
    }
}

@Observable final class Address {
    var city: String

    init(_ city: String) {
        self.city = city
    }
}

/// An observer that records its notifications.
@SceneActor final class Listener {
    var heard: [String] = []
}
