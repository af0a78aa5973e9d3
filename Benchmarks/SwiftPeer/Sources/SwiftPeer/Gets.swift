import Glibc
import Hummingbird
import Logging

/// Serves until the process is ended.
func answerGets(with path: String) async throws {
    let document = ByteBuffer(bytes: try contents(of: path))
    let router = Router()
    router.get("/") { _, _ in
        Response(
            status: .ok,
            headers: [.contentType: "application/json", .eTag: "\"AAAAAAAAAAA\"", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: document))
    }
    var logger = Logger(label: "peer")
    logger.logLevel = .error
    let application = Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { announce(port: $0.localAddress?.port) }, logger: logger)
    try await application.runService()
}

private func contents(of path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { fatalError("unknown path \(path)") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
}
