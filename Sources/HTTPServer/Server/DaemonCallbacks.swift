import CMicrohttpd
import Glibc
import Loop

/// What libmicrohttpd calls: constants of the file, so that no isolation is attached to them; all are called on the loop,
/// inside `MHD_run`.
enum DaemonCallbacks {
    /// Starts a daemon that calls these for `server`, which has to outlive it.
    @SceneActor static func start(_ server: HTTPServer, listener: Int32) -> OpaquePointer? {
        var configuration = cmicrohttpd_configuration(
            listen_socket: listener, connection_limit: UInt32(server.configuration.connectionLimit),
            connection_memory: server.configuration.connectionMemory,
            idle_seconds: UInt32(max(1, server.configuration.idleTimeout.components.seconds)),
            context: Unmanaged.passUnretained(server).toOpaque(), handle: handleRequest, completed: completeRequest,
            connection: noteConnection, began: beginRequest, unescape: leaveEscaped)
        return cmicrohttpd_start(&configuration)
    }
}

/// A pointer from C that stays on the loop's thread.
private struct Handle: @unchecked Sendable {  // guard: the loop's thread
    let pointer: UnsafeMutableRawPointer

    @SceneActor func object<Object: AnyObject>(_ type: Object.Type = Object.self) -> Object {
        Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }
}

private struct ConnectionHandle: @unchecked Sendable {  // guard: the loop's thread
    let pointer: OpaquePointer
}

private let beginRequest:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>, OpaquePointer) -> UnsafeMutableRawPointer? = {
        context, uri, connection in
        guard let context else { return nil }
        let text = String(cString: uri)
        hideQuery(of: uri)
        let (server, connection, uri) = (
            Handle(pointer: context), ConnectionHandle(pointer: connection), text
        )
        return SceneActor.assumeIsolated {
            let exchange = server.object(HTTPServer.self).begin(uri, connection.pointer)
            return Handle(pointer: Unmanaged.passRetained(exchange).toOpaque())
        }.pointer
    }

private let handleRequest: MHD_AccessHandlerCallback = {
    context, connection, _, method, version, data, size, state in
    guard let context, let connection, let exchange = state?.pointee, let size else { return .NO }
    let handles = (server: Handle(pointer: context), exchange: Handle(pointer: exchange))
    let part = RequestPart(
        connection: connection, method: method.map { String(cString: $0) } ?? "",
        version: version.map { String(cString: $0) } ?? "",
        bytes: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee))
    size.pointee = 0
    return SceneActor.assumeIsolated {
        handles.exchange.object(HTTPExchange.self).receive(part, of: handles.server.object(HTTPServer.self))
    }
}

private let completeRequest: MHD_RequestCompletedCallback = { context, connection, state, _ in
    guard let context, let connection, let pointer = state?.pointee else { return }
    state?.pointee = nil
    let handles = (server: Handle(pointer: context), exchange: Handle(pointer: pointer))
    let handle = ConnectionHandle(pointer: connection)
    SceneActor.assumeIsolated {
        handles.server.object(HTTPServer.self).finish(handles.exchange.object(HTTPExchange.self), handle.pointer)
        Unmanaged<HTTPExchange>.fromOpaque(handles.exchange.pointer).release()
    }
}

private let noteConnection: MHD_NotifyConnectionCallback = { context, connection, _, event in
    guard let context, let connection else { return }
    let (server, handle) = (Handle(pointer: context), ConnectionHandle(pointer: connection))
    let didStart = event == .CONNECTION_NOTIFY_STARTED
    SceneActor.assumeIsolated {
        server.object(HTTPServer.self).connection(handle.pointer, didStart: didStart)
    }
}

/// Ends the query before it begins: libmicrohttpd would keep a record for each parameter, and does not answer at all when
/// its memory is too small for them. The text is its own buffer, which it cuts up itself right after this call.
private func hideQuery(of uri: UnsafePointer<CChar>) {
    guard let mark = strchr(UnsafeMutablePointer(mutating: uri), Int32(UInt8(ascii: "?"))) else { return }
    mark[1] = 0
}

/// Paths and arguments arrive as they were sent: libmicrohttpd would turn `%2F` into a separator and cut at `%00`.
private let leaveEscaped:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>) -> Int = {
        _, _, text in strlen(text)
    }
