/// The demo's tables, with names as an end user would choose them.
enum DemoSchema {
    /// Creates everything except the indexes, which are quicker to create after the rows.
    static let tables = """
        CREATE TABLE Genre (
            GenreId INTEGER PRIMARY KEY,
            Name TEXT NOT NULL UNIQUE CHECK (Name <> '')
        );
        CREATE TABLE Artist (
            ArtistId INTEGER PRIMARY KEY,
            Name TEXT NOT NULL CHECK (Name <> ''),
            Country TEXT,
            Founded INTEGER CHECK (Founded BETWEEN 1900 AND 2100),
            Listeners INTEGER NOT NULL DEFAULT 0 CHECK (Listeners >= 0)
        );
        CREATE TABLE Album (
            AlbumId INTEGER PRIMARY KEY,
            Title TEXT NOT NULL CHECK (Title <> ''),
            ArtistId INTEGER NOT NULL REFERENCES Artist (ArtistId) ON DELETE CASCADE,
            GenreId INTEGER REFERENCES Genre (GenreId) ON DELETE SET NULL,
            Released DATE NOT NULL,
            Likes INTEGER NOT NULL DEFAULT 0 CHECK (Likes >= 0),
            Cover BLOB
        );
        CREATE TABLE Track (
            TrackId INTEGER PRIMARY KEY,
            Title TEXT NOT NULL CHECK (Title <> ''),
            AlbumId INTEGER NOT NULL REFERENCES Album (AlbumId) ON DELETE CASCADE,
            Seconds INTEGER NOT NULL CHECK (Seconds BETWEEN 1 AND 7200),
            Rating REAL CHECK (Rating BETWEEN 1 AND 5),
            Plays INTEGER NOT NULL DEFAULT 0 CHECK (Plays >= 0),
            LastPlayed DATETIME,
            Position INTEGER NOT NULL CHECK (Position > 0),
            Composer TEXT,
            UNIQUE (AlbumId, Position)
        );
        CREATE TABLE Playlist (
            PlaylistId INTEGER PRIMARY KEY,
            Name TEXT NOT NULL UNIQUE CHECK (Name <> ''),
            Created DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
        );
        CREATE TABLE PlaylistTrack (
            PlaylistId INTEGER NOT NULL REFERENCES Playlist (PlaylistId) ON DELETE CASCADE,
            TrackId INTEGER NOT NULL REFERENCES Track (TrackId) ON DELETE CASCADE,
            Position INTEGER NOT NULL CHECK (Position > 0),
            PRIMARY KEY (PlaylistId, TrackId)
        ) WITHOUT ROWID;
        CREATE VIEW "Top Tracks" AS
            SELECT Track.Title, Artist.Name AS Artist, Album.Title AS Album, Track.Plays, Track.Rating
            FROM Track JOIN Album USING (AlbumId) JOIN Artist USING (ArtistId)
            ORDER BY Track.Plays DESC, Track.TrackId LIMIT 100;
        """

    /// Creates the indexes, for foreign keys and for common sort columns.
    static let indexes = """
        CREATE INDEX ArtistName ON Artist (Name);
        CREATE INDEX AlbumArtist ON Album (ArtistId);
        CREATE INDEX AlbumGenre ON Album (GenreId);
        CREATE INDEX AlbumTitle ON Album (Title);
        CREATE INDEX TrackTitle ON Track (Title);
        CREATE INDEX TrackPlays ON Track (Plays);
        CREATE INDEX PlaylistTrackTrack ON PlaylistTrack (TrackId);
        """
}
