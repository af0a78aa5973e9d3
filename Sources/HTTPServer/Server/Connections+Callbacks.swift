import CMicrohttpd
import Glibc
import Loop

// The callbacks of libmicrohttpd are constants of the file, so that they are not isolated. All are called on the loop,
// inside `MHD_run`.

extension Connections {
    /// The seconds after a deadline when libmicrohttpd closes a silent connection itself, without a response.
    private static let grace: Int64 = 3

    /// Starts libmicrohttpd, which calls this object until it is stopped.
    func start() -> Bool {
        var settings = cmicrohttpd_configuration(
            connection_limit: UInt32(clamping: configuration.connectionLimit),
            connection_memory: configuration.connectionMemory,
            idle_seconds: UInt32(clamping: max(1, configuration.idleTimeout.components.seconds) + Self.grace),
            context: Unmanaged.passUnretained(self).toOpaque(), log: logMessage,
            handle: handleRequest, completed: completeRequest,
            connection: noteConnection, began: beginRequest, unescape: leaveEscaped)
        guard let pointer = cmicrohttpd_start(&settings) else { return false }
        daemon.start(pointer, onBusy: lookForStuck)
        return true
    }
}

/// A pointer from C that stays on the loop's thread.
private struct Handle: @unchecked Sendable {  // guard: the loop's thread
    let pointer: UnsafeMutableRawPointer

    @SceneActor func object<Object: AnyObject>(_: Object.Type = Object.self) -> Object {
        Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }
}

/// A pointer to a value that only C knows.
private struct Foreign<Pointer>: @unchecked Sendable {  // guard: the loop's thread
    let pointer: Pointer
}

/// Refuses two kinds of heads that libmicrohttpd 0.9.75 would answer with two heads in a row: a Content-Length that is
/// not a number, and more cookies than it has memory for. libmicrohttpd logs a message right before.
private let logMessage: MHD_LogCallback = { context, message, _ in
    guard let context, let message else { return }
    let isLength = strstr(message, "Content-Length") != nil
    guard isLength || strstr(message, "Not enough memory") != nil else { return }
    let connections = Handle(pointer: context)
    SceneActor.assumeIsolated { connections.object(Connections.self).refuseHead(isLength ? .badLength : .longHead) }
}

private let beginRequest:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>, OpaquePointer) -> UnsafeMutableRawPointer? = {
        context, uri, connection in
        guard let context, let connection = cmicrohttpd_socket_context(connection) else { return nil }
        let handles = (connections: Handle(pointer: context), connection: Handle(pointer: connection))
        let target = Foreign(pointer: uri)
        return SceneActor.assumeIsolated {
            let connections = handles.connections.object(Connections.self)
            let exchange = connections.begin(target.pointer, on: handles.connection.object())
            return Handle(pointer: Unmanaged.passRetained(exchange).toOpaque())
        }.pointer
    }

private let handleRequest: MHD_AccessHandlerCallback = {
    context, connection, target, method, version, data, size, state in
    guard let context, let connection, let exchange = state?.pointee, let target, let method, let version, let size
    else { return .NO }
    let handles = (connections: Handle(pointer: context), exchange: Handle(pointer: exchange))
    let part = RequestPart(
        connection: connection, method: method, target: target, version: version,
        bytes: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee))
    size.pointee = 0
    return SceneActor.assumeIsolated {
        handles.exchange.object(HTTPExchange.self).receive(part, of: handles.connections.object(Connections.self))
    }
}

private let completeRequest: MHD_RequestCompletedCallback = { context, _, state, _ in
    guard let context, let pointer = state?.pointee else { return }
    state?.pointee = nil
    let handles = (connections: Handle(pointer: context), exchange: Handle(pointer: pointer))
    SceneActor.assumeIsolated {
        handles.connections.object(Connections.self).finish(handles.exchange.object())
        Unmanaged<HTTPExchange>.fromOpaque(handles.exchange.pointer).release()
    }
}

/// Stores our ``Connection`` in libmicrohttpd's connection. `Connections` keeps it alive.
private let noteConnection: MHD_NotifyConnectionCallback = { context, connection, socketContext, event in
    guard let context, let connection else { return }
    let (connections, handle) = (Handle(pointer: context), Foreign(pointer: connection))
    guard event == .CONNECTION_NOTIFY_STARTED else {
        return SceneActor.assumeIsolated { connections.object(Connections.self).remove(handle.pointer) }
    }
    socketContext?.pointee =
        SceneActor.assumeIsolated {
            let connection = connections.object(Connections.self).add(handle.pointer)
            return Handle(pointer: Unmanaged.passUnretained(connection).toOpaque())
        }.pointer
}

/// Leaves paths and arguments as they were sent. libmicrohttpd would turn `%2F` into a separator and cut at `%00`.
private let leaveEscaped:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>) -> Int = {
        _, _, text in strlen(text)
    }
