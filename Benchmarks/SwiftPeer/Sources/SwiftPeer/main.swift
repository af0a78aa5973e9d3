// A peer in Swift.
//   SwiftPeer get FILE   Hummingbird: answers every GET of / with the bytes of a file
//   SwiftPeer sockets    SwiftNIO, the base of Hummingbird: sends the messages of one WebSocket to all others
import Glibc

/// Prints the server's address.
func announce(port: Int?) {
    print("http://127.0.0.1:\(port ?? 0)")
    fflush(nil)
}

switch CommandLine.arguments.dropFirst() {
case let words where words.count == 2 && words.first == "get": try await answerGets(with: words.last ?? "")
case ["sockets"]: try await serveSockets()
default: fatalError("usage: SwiftPeer get FILE | sockets")
}
