/// Unusual schemas that SQLite allows.
enum OddSchemas {
    /// Everything that has a name of its own for a crawler to fall over.
    static let all = keys + kinds + names + relations

    /// A common schema.
    static let usual = """
        CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL UNIQUE, Photo BLOB);
        CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist);
        CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, Name TEXT, AlbumId INTEGER REFERENCES Album,
        Price NUMERIC(10,2));
        CREATE TABLE Playlist (PlaylistId INTEGER PRIMARY KEY, Name TEXT);
        CREATE TABLE PlaylistTrack (
            PlaylistId INTEGER REFERENCES Playlist, TrackId INTEGER REFERENCES Track,
            PRIMARY KEY (PlaylistId, TrackId));
        CREATE TABLE Employee (EmployeeId INTEGER PRIMARY KEY, LastName TEXT, FirstName TEXT,
            ReportsTo INTEGER REFERENCES Employee, HireDate DATETIME);
        INSERT INTO Artist VALUES (1, 'AC/DC', x'89504E470D0A1A0A'), (2, 'Accept', NULL);
        INSERT INTO Album VALUES (1, 'Let There Be Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Lost', NULL);
        INSERT INTO Track SELECT value, 'Track ' || value, 1 + value % 3, 0.99 FROM generate_series(1, 120) AS value;
        INSERT INTO Playlist VALUES (1, 'All'), (2, 'None');
        INSERT INTO PlaylistTrack SELECT 1, TrackId FROM Track;
        INSERT INTO Employee VALUES (1, 'Adams', 'Andrew', NULL, '2002-08-14'), (2, 'Edwards', 'Nancy', 1, NULL);
        CREATE VIEW Prices AS SELECT Name, Price FROM Track;
        """

    /// Rows by keys of every kind, and rows without.
    static let keys = """
        CREATE TABLE composite (a INTEGER, b TEXT, v TEXT, PRIMARY KEY (a, b));
        INSERT INTO composite VALUES (1, 'x', 'one'), (1, 'y/z,~', 'two'), (-1, '', 'three'), (NULL, 'n', 'four'),
            (NULL, 'n', 'five'), (2, NULL, 'six');
        CREATE TABLE bare (k TEXT, n INT, v BLOB, PRIMARY KEY (k, n)) WITHOUT ROWID;
        INSERT INTO bare VALUES ('a', 1, x'00'), ('', 0, x''), ('.', 0, NULL), ('..', 1, 't');
        CREATE TABLE nokey (a, b);
        INSERT INTO nokey VALUES (1, 2), (1, 2), (NULL, NULL), ('x', x'00ff');
        CREATE TABLE taken1 (rowid TEXT, v TEXT);
        INSERT INTO taken1 VALUES ('a', 'b'), ('a', 'c');
        CREATE TABLE taken2 (rowid TEXT, _rowid_ TEXT, oid INTEGER PRIMARY KEY, v TEXT);
        INSERT INTO taken2 VALUES ('a', 'b', 5, 'c');
        CREATE TABLE taken3 (rowid TEXT, _rowid_ TEXT, oid TEXT);
        INSERT INTO taken3 VALUES ('a', 'b', 'c'), ('a', 'b', 'c');
        CREATE TABLE taken4 (rowid TEXT PRIMARY KEY, _rowid_ TEXT, oid TEXT);
        INSERT INTO taken4 VALUES ('a', 'b', 'c'), (NULL, 'x', 'y'), (NULL, 'x', 'y');
        CREATE TABLE nulls (k TEXT PRIMARY KEY, v TEXT);
        INSERT INTO nulls VALUES (NULL, 'one'), (NULL, 'two'), ('k', 'three'), ('~n', 'four'), ('~i1', 'five');
        CREATE TABLE backwards (id INTEGER PRIMARY KEY DESC, v TEXT);
        INSERT INTO backwards VALUES (7, 'seven'), (NULL, 'null');
        CREATE TABLE kinds (k PRIMARY KEY, v TEXT);
        INSERT INTO kinds VALUES (1, 'integer'), ('1', 'text'), (1.5, 'real'), (1e300, 'large'), (9e999, 'infinite'),
            (-9e999, 'negative'), (x'00ff2f', 'blob'), (x'', 'empty blob'), ('', 'empty text'), (NULL, 'null'),
            ('a/b', 'slash'), ('100%', 'percent'), ('a?b#c&d=e+f g', 'marks'), ('a:b', 'colon'), ('.', 'dot'),
            ('..', 'dots'), ('-', 'dash'), ('😀', 'emoji'), ('a' || char(10) || 'b', 'line'),
            ('a' || char(0) || 'b', 'nul'), (CAST(x'ff41' AS TEXT), 'malformed'), ('01', 'zero'), ('~t', 'tilde'),
            ('a,b', 'comma'), (9223372036854775807, 'max'), (-9223372036854775808, 'min'), (9007199254740993, 'exact');
        CREATE TABLE accents (a TEXT, b TEXT, PRIMARY KEY (a, b));
        INSERT INTO accents VALUES ('a', char(769) || 'b'), (char(769), ',' || char(769));
        CREATE TABLE strictly (k ANY PRIMARY KEY, v TEXT) STRICT, WITHOUT ROWID;
        INSERT INTO strictly VALUES (1, 'i'), ('1', 't'), (x'31', 'b'), (1.5, 'r');

        """

    /// Kinds of tables, columns and views.
    static let kinds = """
        CREATE TABLE computed (id INTEGER PRIMARY KEY, a INT, v INT AS (a * 2) VIRTUAL, s TEXT AS ('s' || a) STORED);
        INSERT INTO computed (a) VALUES (1), (2);
        CREATE VIRTUAL TABLE words USING fts5(title, body);
        INSERT INTO words VALUES ('hello', 'world'), ('good', 'bye');
        CREATE VIRTUAL TABLE boxes USING rtree(id, x0, x1);
        INSERT INTO boxes VALUES (1, 0, 1), (2, 5, 6);
        CREATE TABLE nobody (id INTEGER PRIMARY KEY, v TEXT);
        CREATE TABLE binary (b BLOB);
        INSERT INTO binary VALUES (x'01'), (NULL);
        CREATE TABLE loose (id INTEGER PRIMARY KEY, i INT, t TEXT, r REAL, bool BOOLEAN, b BLOB, x);
        INSERT INTO loose VALUES (1, 'text', x'ffd8ff00', x'00', 'maybe', 'text', x'474946383961'),
            (2, 1.5, CAST(x'c328' AS TEXT), 'abc', 2, 3, NULL), (3, NULL, NULL, NULL, NULL, NULL, NULL);
        CREATE VIEW v_same AS SELECT 1 AS a, 2 AS a, 'x' || 'y' UNION ALL SELECT 1, 2, 'xy';
        CREATE VIEW v_binary AS SELECT b, 1 AS x FROM binary;
        CREATE TABLE lost (id INTEGER PRIMARY KEY);
        CREATE VIEW v_broken AS SELECT * FROM lost;
        DROP TABLE lost;
        CREATE VIEW v_failing AS SELECT json_extract('{bad', '$.a') AS x;
        CREATE VIEW v_random AS SELECT id FROM computed WHERE random() > 0;
        CREATE TRIGGER instead INSTEAD OF INSERT ON v_binary BEGIN INSERT INTO binary VALUES (NEW.b); END;

        """
}
