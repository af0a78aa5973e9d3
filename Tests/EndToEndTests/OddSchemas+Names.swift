extension OddSchemas {
    /// Names that mean something in a URL, in SQL or to the server. `e` + U+0301 is another name than `é`.
    static let names =
        tables.map { name in
            let quoted =
                "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
            return "CREATE TABLE \(quoted) (id INTEGER PRIMARY KEY, v TEXT); INSERT INTO \(quoted) VALUES (1, 'x');\n"
        }.joined() + """
            CREATE TABLE "mark""\u{301}" ("c""\u{301}" TEXT PRIMARY KEY, "" TEXT);
            INSERT INTO "mark""\u{301}" VALUES ('a', 'b');
            CREATE TABLE "sl/ash" ("i/d" INTEGER PRIMARY KEY, "b/lob" BLOB, "." BLOB, ".." BLOB, "" BLOB, "~t" BLOB,
                "?" BLOB, "a:b" BLOB, "é" BLOB, "e\u{301}" BLOB);
            INSERT INTO "sl/ash" VALUES (1, x'01', x'02', x'03', x'04', x'05', x'06', x'07', x'08', x'09');
            CREATE TABLE "select" ("from" INTEGER PRIMARY KEY, "where" TEXT, "order" BLOB);
            INSERT INTO "select" VALUES (1, 'w', x'00');

            """ + reserved

    /// Columns whose names mean something in a route or in a command.
    static let reserved = """
        CREATE TABLE reserved (id INTEGER PRIMARY KEY, "window" TEXT, sort TEXT, search TEXT, count TEXT, since TEXT,
            "-minus" TEXT, "a,b" TEXT, row TEXT, arguments TEXT, "x=y&z" TEXT, \"""sort\""" TEXT);
        INSERT INTO reserved VALUES (1, 'w', 's', 'q', 'c', 'i', 'm', 'ab', 'r', 'ar', 'xyz', 'qs'),
            (2, 'w2', 's2', 'q2', 'c2', 'i2', 'm2', 'ab2', 'r2', 'ar2', 'xyz2', 'qs2');

        """

    private static let tables = [
        "with space", "qu\"ote", "apo'strophe", "pct%20", "q?m", "ha#sh", "co:lon", "~tilde", "~t", "😀", "", "-", ".",
        "..",
        "index.html", "oriel.js", "new\nline", "a\\b", "[x]", "é", "É", "a,b", "a&b=c", "1", "null", "Ⅷ",
    ]

    /// Foreign keys of every kind.
    static let relations = """
        CREATE TABLE tree (id INTEGER PRIMARY KEY, name TEXT, parent INT REFERENCES tree);
        INSERT INTO tree VALUES (1, 'root', NULL), (2, 'kid', 1), (3, 'self', 3);
        CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT, parent INT REFERENCES p, tree INT REFERENCES tree);
        INSERT INTO p VALUES (1, 'first', NULL, 2), (2, 'second', 1, 1), (3, 'third', 2, 1);
        CREATE TABLE pair (x INT, y TEXT, name TEXT, PRIMARY KEY (x, y));
        INSERT INTO pair VALUES (1, 'a/b', 'slash'), (1, '', 'empty'), (2, ',', 'comma');
        CREATE TABLE kid (id INTEGER PRIMARY KEY, y TEXT, x INT, FOREIGN KEY (x, y) REFERENCES pair (x, y));
        INSERT INTO kid VALUES (1, 'a/b', 1), (2, NULL, 1), (3, '', 1), (4, ',', 2), (5, 'gone', 9);
        CREATE TABLE turned (id INTEGER PRIMARY KEY, y TEXT, x INT, FOREIGN KEY (y, x) REFERENCES pair (y, x));
        INSERT INTO turned VALUES (1, 'a/b', 1);
        CREATE TABLE orphan (id INTEGER PRIMARY KEY, m INT REFERENCES missing (id), n INT REFERENCES missing);
        INSERT INTO orphan VALUES (1, 5, 6);
        CREATE TABLE twice (id INTEGER PRIMARY KEY, t INT REFERENCES tree (id), FOREIGN KEY (t) REFERENCES tree (id));
        INSERT INTO twice VALUES (1, 2);
        CREATE TABLE hub (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO hub VALUES (1, 'hub');
        CREATE TABLE s (k TEXT PRIMARY KEY, h INT REFERENCES hub);
        INSERT INTO s VALUES ('b/1', 1);
        CREATE TABLE "s/b" (k TEXT PRIMARY KEY, h INT REFERENCES hub, i INT REFERENCES hub);
        INSERT INTO "s/b" VALUES ('1', 1, 1);
        CREATE TABLE accented (id INTEGER PRIMARY KEY, u INT REFERENCES "É", v INT REFERENCES HUB (ID));
        INSERT INTO accented VALUES (1, 1, 1);
        CREATE TABLE toview (id INTEGER PRIMARY KEY, v INT REFERENCES v_broken (id), w INT REFERENCES v_same (a));
        INSERT INTO toview VALUES (1, 1, 1);

        """
}
