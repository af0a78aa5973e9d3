import JSON
import Loop
import Scenes
import ViewModels
import WebSockets
import Wire

// Signing in on a socket. A browser's socket cannot send a header, so a program in a browser sends its key as a
// message.

extension SocketSession {
    /// Refuses the messages of a client that has not signed in, and closes the socket, unless the rules grant such
    /// clients something. Messages of a client that has signed in count as use, except for pings, which a page sends by
    /// itself.
    func checkSignIn(_ message: ClientMessage) throws(MessageError) {
        if let identity = visitor.identity {
            if case .ping = message { return }
            return identity.recordUse()
        }
        guard room.context.authentication != nil, !room.registry.admitsNobody else { return }
        switch message {
        case .ping, .signIn: return
        case .open(let ref, _, _, _, _), .window(let ref, _, _, _), .command(let ref, _, _, _),
            .input(let ref, _, _, _):
            closeSoon()
            throw MessageError(ref: ref, code: "sign-in", message: "Sign in first.")
        case .close: return closeSoon()
        }
    }

    /// Closes the socket after the messages of this turn.
    private func closeSoon() {
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in self?.channel.close(.signIn, reason: "sign-in") }
    }

    /// Takes the key of a program, or a newer token from a client that has signed in with a token. The next messages of
    /// a client that has not signed in wait until its key has been checked.
    func signIn(_ token: String, ref: JSON?) throws(MessageError) {
        guard let authentication = room.context.authentication else {
            throw MessageError(ref: ref, code: "sign-in", message: "This server has no sign-in.")
        }
        guard mayTakeToken else {
            throw MessageError(ref: ref, code: "signed-in", message: "This socket is signed in already.")
        }
        channel.recordRequest()
        channel.isSigningIn = visitor.identity == nil
        // A client on this machine has no address here.
        authentication.identify(key: token, from: visitor.address.isEmpty ? "127.0.0.1" : visitor.address) {
            [weak self] found in
            guard let self else { return }
            defer {
                channel.isSigningIn = false
                channel.recordAnswer()
            }
            switch found {
            case .success(let identity) where mayTakeToken:
                guard visitor.identity.map({ $0.principal == identity.principal }) ?? true else {
                    let message = "This socket is signed in as another principal."
                    return channel.say(ServerMessage.error(MessageError(ref: ref, code: "signed-in", message: message)))
                }
                take(room.visitors.ticket(like: visitor, for: identity))
                room.context.auditArrival(of: identity, from: visitor.address)
                channel.say(ServerMessage.signedIn(ref: ref))
                sayPrincipal()
            case .success: break
            case .failure(let problem):
                room.context.record(problem)
                channel.say(ServerMessage.error(MessageError(ref: ref, code: problem.code, message: problem.message)))
                channel.close(.signIn, reason: "sign-in")
            }
        }
    }

    /// Says who the client is, if the server has a sign-in.
    func sayPrincipal() {
        guard room.context.authentication != nil else { return }
        var members = visitor.identity?.members ?? visitor.principal.members
        if visitor.identity == nil, let route = room.registry.signInRoute { members["signIn"] = .string(route) }
        channel.say(ServerMessage.principal(members))
    }

    /// Whether the client may send a key or a token now: it has not signed in, or it has signed in with a token.
    private var mayTakeToken: Bool { visitor.identity.map { $0.way == .token } ?? true }

    /// Takes a client that has proved its identity.
    private func take(_ visitor: SessionTicket) {
        scenes.visitor.release()
        scenes.visitor = visitor
        visitor.hold()
        listenForEnd()
        scenes.followRights()
    }
}
