/// The limits that may refuse a request, by the names of their settings.
enum Limit: String, CaseIterable {
    case bodyLimit, commandRate, connectionsPerAddress, depthLimit, exportLimit, exportsPerAddress
    case memoryLimit, memoryPerAddress, messageLimit, messageRate, sceneLimit, scenesPerAddress, scenesPerSocket
    case socketLimit, socketsPerAddress, streamLimit, streamsPerAddress, uploadLimit, elementLimit
    case uploadsPerAddress
}
