/// Small changes to the demo's library, so that a user sees live updates at once.
///
/// `next()` returns the changes of a tick as SQL; the same seed gives the same changes. The file does not grow: tracks
/// are added under the ids in `DemoSize.passingTracks`, and each new track replaces an older one. Rows that a user has
/// changed or deleted cause no error: the statement then changes nothing.
struct DemoTicker: Sendable {
    private var random: SplitMix64
    private var names: DemoNames
    private var tick = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        names = DemoNames(seed: seed)
    }

    /// Returns the changes of the next tick: one to five statements for one transaction.
    mutating func next() -> [String] {
        tick += 1
        var statements = (0..<random.number(1...2)).map { _ in play(track: anyTrack()) }
        if random.isOne(in: 2) { statements.append(raise("Likes", of: "Album", most: DemoSize.albums, by: 1)) }
        if random.isOne(in: 2) {
            statements.append(raise("Listeners", of: "Artist", most: DemoSize.artists, by: 40))
        }
        switch tick % 15 {
        case 3, 8: statements.append(rate(track: anyTrack()))
        case 5: statements += [removePassingTrack(), addPassingTrack()]
        case 11: statements.append(renamePlaylist())
        default: break
        }
        return statements
    }

    /// Returns a permanent track; usually one of the first rows, which users see first.
    private mutating func anyTrack() -> Int {
        let track = random.isOne(in: 3) ? random.number(1...20_000) : random.number(1...60)
        return DemoSize.passingTracks.contains(track) ? 1 + track % 12 : track
    }

    private func play(track: Int) -> String {
        "UPDATE Track SET Plays = Plays + 1, LastPlayed = datetime('now') WHERE TrackId = \(track)"
    }

    private mutating func rate(track: Int) -> String {
        "UPDATE Track SET Rating = \(Double(random.number(2...10)) / 2) WHERE TrackId = \(track)"
    }

    private mutating func raise(_ column: String, of table: String, most: Int, by step: Int) -> String {
        let row = random.isOne(in: 3) ? random.number(1...most) : random.number(1...40)
        return "UPDATE \(table) SET \(column) = \(column) + \(random.number(1...step)) WHERE \(table)Id = \(row)"
    }

    private func removePassingTrack() -> String {
        "DELETE FROM Track WHERE TrackId = \(passingTrack(tick / 15 + DemoSize.passingTracks.count / 2))"
    }

    private mutating func addPassingTrack() -> String {
        let (id, album) = (passingTrack(tick / 15), random.number(1...6))
        return """
            INSERT OR IGNORE INTO Track (TrackId, Title, AlbumId, Position, Seconds)
            SELECT \(id), '\(names.track())', AlbumId, \(100 + id), \(random.number(74...498)) FROM Album
            WHERE AlbumId = \(album)
            """
    }

    private func passingTrack(_ turn: Int) -> Int {
        DemoSize.passingTracks.lowerBound + turn % DemoSize.passingTracks.count
    }

    private mutating func renamePlaylist() -> String {
        let number = random.number(1...6)
        let name = DemoWords.moods[number - 1]
        return "UPDATE OR IGNORE Playlist SET Name = '\(name) \(random.number(2...99))' WHERE PlaylistId = \(number)"
    }
}

extension DemoTicker {
    /// Ticks until the task is cancelled.
    ///
    /// `execute` runs an SQL script in one transaction. A tick that fails, for example because of a lock, is passed to
    /// `failed` and skipped.
    mutating func run(
        every interval: Duration = .milliseconds(400), clock: some Clock<Duration> = ContinuousClock(),
        execute: (String) async throws -> Void, failed: (any Error) -> Void
    ) async {
        while (try? await clock.sleep(for: interval)) != nil {
            do {
                try await execute(next().joined(separator: "; "))
            } catch {
                failed(error)
            }
        }
    }
}
