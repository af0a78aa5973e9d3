import SQLite
import Tables

/// Fills the demo's tables, parents first.
struct DemoRows {
    private let connection: OpaquePointer
    private var names = DemoNames(seed: 0x04_1E1)
    private var random = SplitMix64(seed: 1_877)

    init(_ connection: OpaquePointer) {
        self.connection = connection
    }

    /// Inserts every row. Call it in a transaction, on the tables of `DemoSchema`.
    mutating func insertAll() throws(SQLFailure) {
        try insertGenres()
        try insertArtists()
        try insertAlbums()
        let trackCount = try insertTracks()
        try insertPlaylists(trackCount: trackCount)
    }

    private func insertGenres() throws(SQLFailure) {
        let insert = try SQLStatement(connection, "INSERT INTO Genre (Name) VALUES (?)")
        for genre in DemoWords.genres { try insert.run(genre) }
    }

    private mutating func insertArtists() throws(SQLFailure) {
        let insert = try SQLStatement(
            connection, "INSERT INTO Artist (Name, Country, Founded, Listeners) VALUES (?, ?, ?, ?)")
        for _ in 0..<DemoSize.artists {
            let country = random.isOne(in: 12) ? nil : random.pick(DemoWords.countries)
            let founded = random.isOne(in: 6) ? nil : random.number(1931...2021)
            try insert.run(names.artist(), country, founded, popularity(most: 900_000))
        }
    }

    private mutating func insertAlbums() throws(SQLFailure) {
        let insert = try SQLStatement(
            connection, "INSERT INTO Album (Title, ArtistId, GenreId, Released, Likes, Cover) VALUES (?, ?, ?, ?, ?, ?)"
        )
        for number in 1...DemoSize.albums {
            // The first albums give each artist one, in order.
            let artist = number <= DemoSize.artists ? number : random.number(1...DemoSize.artists)
            let genre = random.isOne(in: 20) ? nil : random.number(1...DemoWords.genres.count)
            let cover = number <= DemoSize.covers ? DemoCover(bits: random.next()).png : nil
            let likes = popularity(most: 40_000)
            try insert.run(names.album(), artist, genre, date(1958...2024), likes, cover)
        }
    }

    /// Inserts five to fourteen tracks an album; returns the last id.
    private mutating func insertTracks() throws(SQLFailure) -> Int {
        let insert = try SQLStatement(
            connection,
            """
            INSERT INTO Track (TrackId, Title, AlbumId, Position, Composer, Seconds, Rating, Plays, LastPlayed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        var id = 0
        for album in 1...DemoSize.albums {
            let composer = random.isOne(in: 3) ? nil : names.person()
            for position in 1...random.number(5...14) {
                id = id + 1 == DemoSize.passingTracks.lowerBound ? DemoSize.passingTracks.upperBound + 1 : id + 1
                let plays = popularity(most: 60_000)
                try insert.run(
                    id, names.track(), album, position, random.isOne(in: 9) ? nil : composer, random.number(74...498),
                    random.isOne(in: 4) ? nil : Double(random.number(2...10)) / 2, plays,
                    plays == 0 ? nil : "\(date(2019...2024)) \(time())",
                )
            }
        }
        return id
    }

    private mutating func insertPlaylists(trackCount: Int) throws(SQLFailure) {
        let playlist = try SQLStatement(connection, "INSERT INTO Playlist (Name, Created) VALUES (?, ?)")
        let entry = try SQLStatement(
            connection,
            """
            INSERT OR IGNORE INTO PlaylistTrack (PlaylistId, TrackId, Position)
            SELECT ?, TrackId, ? FROM Track WHERE TrackId = ?
            """)
        for (index, mood) in DemoWords.moods.enumerated() {
            try playlist.run(mood, "\(date(2015...2023)) \(time())")
            for position in 1...random.number(12...60) {
                try entry.run(index + 1, position, random.number(1...trackCount))
            }
        }
    }

    /// Returns a number with few high and many low values: the cube of a uniform distribution.
    private mutating func popularity(most: Int) -> Int {
        let part = random.number(0...10_000)
        return part * part * part / 100_000_000 * most / 10_000
    }

    private mutating func date(_ years: ClosedRange<Int>) -> String {
        "\(random.number(years))-\(Self.padded(random.number(1...12)))-\(Self.padded(random.number(1...28)))"
    }

    private mutating func time() -> String {
        [random.number(0...23), random.number(0...59), random.number(0...59)].map(Self.padded).joined(separator: ":")
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension SQLStatement {
    /// Runs the statement to its end with these values, where `nil` is NULL.
    fileprivate func run(_ values: (any ColumnValue)?...) throws(SQLFailure) {
        try run(values.map { $0?.sqlValue ?? .null })
    }
}
