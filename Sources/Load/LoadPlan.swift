import Clients

/// A plan of a load run: the viewers by transport, the scenes they view, and the changes made meanwhile.
package struct LoadPlan: Sendable {
    /// The address of the server.
    package var address: ServerAddress
    /// The route that all viewers watch, with an optional window.
    package var route = "/"
    /// The number of viewers by transport.
    package var viewers: [Transport: Int] = [:]
    /// The time for which the viewers watch.
    package var duration = Duration.seconds(10)
    /// The number of viewers that disconnect each second, and reconnect with their state.
    package var churn = 0.0
    /// The number of viewers that do not read at any time, for five seconds each.
    package var stalls = 0
    /// The change that is made repeatedly, if any.
    package var change: Change?
    /// The number of viewers that keep the whole document, apply each patch to it and check the result. The others
    /// check that each patch begins where the last one ended.
    package var replicas = 16

    /// Makes a plan to watch the route `/`.
    package init(address: ServerAddress) {
        self.address = address
    }

    /// Whether the window of the route does not begin at the top.
    var hasPlacedWindow: Bool {
        route.contains("window=") && !route.contains("window=0,")
    }

    /// The transport of a viewer.
    package enum Transport: String, CaseIterable, Sendable {
        /// A WebSocket.
        case socket
        /// Server-Sent Events.
        case stream
        /// A delta `GET` each second.
        case poll
    }

    /// A command that is sent repeatedly.
    package struct Change: Sendable {
        /// The target of the `POST`, such as `/Artist/1:update`.
        package let target: String
        /// The body; `{n}` is replaced by the number of the change.
        package let body: String
        /// The maximum number of commands a second.
        package let rate: Double

        /// Makes a change.
        package init(target: String, body: String, rate: Double) {
            self.target = target
            self.body = body
            self.rate = rate
        }
    }
}
