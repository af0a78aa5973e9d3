import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// All open sockets. Used on the one event loop only.
private final class Room: @unchecked Sendable {
    private var channels: [ObjectIdentifier: any Channel] = [:]

    func enter(_ channel: any Channel) { channels[ObjectIdentifier(channel)] = channel }
    func leave(_ channel: any Channel) { channels[ObjectIdentifier(channel)] = nil }

    /// Sends one buffer to all sockets except its sender.
    func say(_ text: ByteBuffer, from speaker: any Channel) {
        leave(speaker)
        let frame = WebSocketFrame(fin: true, opcode: .text, data: text)
        for channel in channels.values { channel.writeAndFlush(frame, promise: nil) }
    }
}

private final class Visitor: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    private let room: Room

    init(_ room: Room) { self.room = room }

    func handlerAdded(context: ChannelHandlerContext) { room.enter(context.channel) }
    func channelInactive(context: ChannelHandlerContext) { room.leave(context.channel) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text: room.say(frame.unmaskedData, from: context.channel)
        case .connectionClose: context.close(promise: nil)
        default: break
        }
    }
}

/// Serves until the process is ended.
func serveSockets() async throws {
    let room = Room()
    let upgrader = NIOWebSocketServerUpgrader(
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
        upgradePipelineHandler: { channel, _ in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Visitor(room)) }
        })
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
        .serverChannelOption(.backlog, value: 4_096)
        .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
            channel.pipeline.configureHTTPServerPipeline(withServerUpgrade: ([upgrader], { _ in }))
        }
        .bind(host: "127.0.0.1", port: 0).get()
    announce(port: channel.localAddress?.port)
    try await channel.closeFuture.get()
}
