/// Opens something, runs a body with it, and always closes it. ``Turnstile`` limits how many run at once.
nonisolated(nonsending) package func using<Thing: Sendable>(
    _ open: nonisolated(nonsending) () async throws -> Thing,
    close: nonisolated(nonsending) (Thing) async throws -> Void,
    _ body: nonisolated(nonsending) (Thing) async throws -> Void
) async throws {
    await Turnstile.servers.enter()
    let result = await outcome {
        let thing = try await open()
        let result = await outcome { try await body(thing) }
        try await close(thing)
        try result.get()
    }
    await Turnstile.servers.leave()
    try result.get()
}

nonisolated(nonsending) private func outcome(
    _ body: nonisolated(nonsending) () async throws -> Void
) async -> Result<Void, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
}
