/// The limits for which something is refused, by the names of their settings.
enum Limit: String, CaseIterable {
    case bodyLimit, bodyMemory, commandRate, connectionsPerAddress, depthLimit, exportLimit, exportsPerAddress
    case messageLimit, messageMemory, messageRate, sceneLimit, scenesPerAddress, scenesPerSocket
    case socketLimit, socketsPerAddress, streamLimit, streamsPerAddress, uploadLimit, valueLimit
}
