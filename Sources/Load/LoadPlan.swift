/// What a run of load is to be: who looks at what, through which doors, and what happens meanwhile.
package struct LoadPlan: Sendable {
    /// Where the server is.
    package var address: ServerAddress
    /// The route that all look at, with a window if one is wanted.
    package var route = "/"
    /// How many viewers come through each door.
    package var viewers: [Door: Int] = [:]
    /// How long the viewers look.
    package var duration = Duration.seconds(10)
    /// How many viewers go away each second, and come back with what they hold.
    package var churn = 0.0
    /// How many viewers read nothing at any time, for five seconds each.
    package var stalls = 0
    /// What is changed while they look, if anything.
    package var change: Change?
    /// How many viewers keep the whole document, apply each patch to it and check what comes out; the others check that each
    /// patch begins where the last one ended.
    package var replicas = 16

    /// A plan to look at the first screen.
    package init(address: ServerAddress) {
        self.address = address
    }

    /// Whether the window of the route begins elsewhere than at the top.
    var hasPlacedWindow: Bool {
        route.contains("window=") && !route.contains("window=0,")
    }

    /// How a viewer sees a scene.
    package enum Door: String, CaseIterable, Sendable {
        /// A WebSocket.
        case socket
        /// Server-Sent Events.
        case stream
        /// A `GET` each second for what is new since the last.
        case poll
    }

    /// A command that is sent again and again.
    package struct Change: Sendable {
        /// The target of the `POST`, such as `/Artist/1:update`.
        package let target: String
        /// Its body; `{n}` stands for the number of the change.
        package let body: String
        /// How often it is sent each second, at most.
        package let rate: Double

        /// A change of this kind.
        package init(target: String, body: String, rate: Double) {
            self.target = target
            self.body = body
            self.rate = rate
        }
    }
}
