import HTTPServer

extension Settings {
    /// The folder of the files that keep what is open over a restart by `oriel dev`.
    package static let developmentFolder = ".build/oriel-dev"

    /// Adapts the settings of an app to `oriel dev`, which restarts it after each change: sessions and states survive,
    /// clients come back at once, and nothing is compressed.
    package mutating func follow(_ development: Development) {
        self.development = development
        sessionFile = sessionFile ?? "\(Self.developmentFolder)/sessions.json"
        resumeFile = resumeFile ?? "\(Self.developmentFolder)/states.json"
        drainTimeout = .milliseconds(100)
        reusePort = false
        compression = false
    }

    /// Takes the port for processes that share it, while the socket is open.
    package func reservePort() throws(HTTPServerError) -> (descriptor: Int32, port: Int) {
        var configuration = HTTPConfiguration()
        (configuration.host, configuration.port, configuration.allowRemote) = (host, port, allowRemote)
        configuration.sharesPort = true
        return try ListenSocket.open(configuration, isReserved: true)
    }

    /// The address of a server at a port.
    package func address(at port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Opens the socket at which the builds of an app answer, one after the other.
    package func listen() throws(HTTPServerError) -> (descriptor: Int32, port: Int) {
        var configuration = HTTPConfiguration()
        (configuration.host, configuration.port, configuration.allowRemote) = (host, port, allowRemote)
        return try ListenSocket.open(configuration)
    }
}
