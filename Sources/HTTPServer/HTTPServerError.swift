import Glibc

/// The reason why a server cannot listen.
package enum HTTPServerError: Error, Sendable {
    /// The address is invalid, or does not belong to this machine.
    case badAddress(String)
    /// The address is reachable by other machines, and that is not allowed in the settings.
    case openToAll(String)
    /// The port number is invalid.
    case badPort(Int)
    /// The system refuses the address, with this error code.
    case cannotListen(address: String, errno: Int32)
    /// libmicrohttpd does not start.
    case cannotStart
}

extension HTTPServerError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    package var description: String {
        switch self {
        case .badAddress(let host): "\"\(host)\" is not an address of this machine. Try 127.0.0.1, ::1 or 0.0.0.0."
        case .openToAll(let host):
            "\(host) lets other machines connect, and anyone who reaches the port can read and write everything. "
                + "To permit this, use --allow-remote, or allowRemote: true in the settings."
        case .badPort(let port): "Invalid port: \(port). A port is a number from 0 to 65535."
        case .cannotListen(let address, EADDRINUSE):
            "\(address) is in use by another program. Stop that program, or choose another port with --port."
        case .cannotListen(let address, EACCES):
            "No permission to listen on \(address). Choose a port above 1023 with --port."
        case .cannotListen(let address, EADDRNOTAVAIL): "\(address) is not an address of this machine."
        case .cannotListen(let address, let code):
            "Cannot listen on \(address): \(String(cString: strerror(code)))."
        case .cannotStart: "The HTTP server cannot start. The limit of open files may be reached."
        }
    }
}
