import TestSupport

/// A schema with every kind of rule that a database can hold a command to.
enum CommandSchema {
    static var sql: String { common + TestEngine.choose(sqlite: sqlite, postgres: postgres) }

    private static let common = """
        CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
            rating INTEGER CHECK (rating BETWEEN 1 AND 5), born DATE, alive BOOLEAN, photo BLOB, score REAL);
        INSERT INTO artist VALUES
            (1, 'AC/DC', 5, NULL, TRUE, NULL, 1.5), (2, 'Accept', NULL, NULL, FALSE, x'01', NULL);
        CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist INTEGER NOT NULL REFERENCES artist);
        INSERT INTO album VALUES (1, 'Rock', 1);
        CREATE TABLE later (id INTEGER PRIMARY KEY, a INT REFERENCES artist DEFERRABLE INITIALLY DEFERRED);
        CREATE TABLE self (id INTEGER PRIMARY KEY, up INT REFERENCES self);
        INSERT INTO self VALUES (1, NULL), (2, 1);
        CREATE TABLE pair (a INTEGER, b TEXT, v TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
        INSERT INTO pair VALUES (1, 'x', 'one'), (2, 'y', 'two');
        CREATE TABLE pairkid (id INTEGER PRIMARY KEY, a INT, b TEXT, FOREIGN KEY (a, b) REFERENCES pair);
        CREATE TABLE kt (k TEXT PRIMARY KEY, v TEXT);
        INSERT INTO kt VALUES ('a', '1'), ('b', '2');
        CREATE UNIQUE INDEX lowered ON kt (lower(v));
        CREATE TABLE computed (id INTEGER PRIMARY KEY, a INT, d INT GENERATED ALWAYS AS (a * 2));
        INSERT INTO computed (a) VALUES (1);
        CREATE TABLE sane (id INTEGER PRIMARY KEY, a INT, b INT, CONSTRAINT order_of_both CHECK (a < b));
        CREATE TABLE defaults (id INTEGER PRIMARY KEY, n TEXT NOT NULL DEFAULT 'x', k TEXT DEFAULT (lower('ABC')));
        CREATE TABLE kept (id INTEGER PRIMARY KEY);
        INSERT INTO kept VALUES (1);
        CREATE TABLE keeper (id INTEGER PRIMARY KEY, kept INT REFERENCES kept ON DELETE RESTRICT);
        INSERT INTO keeper VALUES (1, 1);
        CREATE VIEW names AS SELECT id, name FROM artist;
        CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT);
        CREATE TABLE guarded (id INTEGER PRIMARY KEY, v TEXT);
        INSERT INTO guarded VALUES (1, 'stays'), (2, 'plain');
        CREATE TABLE broken (id INTEGER PRIMARY KEY, v TEXT);

        """

    private static let sqlite = """
        CREATE TABLE loose (a INTEGER, b TEXT, v TEXT, PRIMARY KEY (a, b));
        INSERT INTO loose VALUES (NULL, 'x', 'one'), (NULL, 'x', 'two');
        CREATE TABLE strictly (id INTEGER PRIMARY KEY, i INT, t TEXT, x ANY, b BLOB) STRICT;
        CREATE TABLE ignoring (id INTEGER PRIMARY KEY, u TEXT UNIQUE ON CONFLICT IGNORE);
        INSERT INTO ignoring VALUES (1, 'u');
        CREATE TABLE orphan (id INTEGER PRIMARY KEY, m INT REFERENCES missing (id));
        INSERT INTO orphan VALUES (1, NULL);
        CREATE TABLE unkeyed (x INT);
        CREATE TABLE mismatch (id INTEGER PRIMARY KEY, x INT REFERENCES unkeyed (x));
        CREATE TABLE "we ird" ("a, b" TEXT UNIQUE, "c.d" INT CHECK ("c.d" > 0), row TEXT, arguments TEXT);
        CREATE TRIGGER names_insert INSTEAD OF INSERT ON names BEGIN INSERT INTO artist (name) VALUES (NEW.name); END;
        CREATE TRIGGER g1 BEFORE INSERT ON guarded WHEN NEW.v = 'abort'
            BEGIN INSERT INTO log (what) VALUES ('x'); SELECT RAISE(ABORT, 'no abort here'); END;
        CREATE TRIGGER g2 BEFORE INSERT ON guarded WHEN NEW.v = 'fail'
            BEGIN INSERT INTO log (what) VALUES ('x'); SELECT RAISE(FAIL, 'no failure here.'); END;
        CREATE TRIGGER g3 BEFORE INSERT ON guarded WHEN NEW.v = 'rollback'
            BEGIN INSERT INTO log (what) VALUES ('x'); SELECT RAISE(ROLLBACK, 'no way back here'); END;
        CREATE TRIGGER g4 BEFORE INSERT ON guarded WHEN NEW.v = 'ignore' BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER g5 BEFORE UPDATE ON guarded WHEN NEW.v = 'ignore' BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER g6 BEFORE DELETE ON guarded WHEN OLD.v = 'stays' BEGIN SELECT RAISE(ABORT, 'it stays'); END;
        CREATE TRIGGER g7 AFTER INSERT ON guarded WHEN NEW.v = 'log'
            BEGIN INSERT INTO log (id, what) VALUES (1000, 'x'); END;
        CREATE TRIGGER b1 BEFORE INSERT ON broken BEGIN INSERT INTO nowhere VALUES (1); END;

        """

    /// A table without a primary key is not written on PostgreSQL, so `we ird` has one.
    private static let postgres = """
        CREATE TABLE "we ird" (id INTEGER PRIMARY KEY, "a, b" TEXT UNIQUE, "c.d" INT CHECK ("c.d" > 0), row TEXT,
            arguments TEXT);
        CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' AND OLD.v = 'stays' THEN RAISE EXCEPTION 'it stays'; END IF;
            IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
            IF NEW.v = 'ignore' THEN RETURN NULL; END IF;
            IF NEW.v = 'log' THEN INSERT INTO log (id, what) VALUES (1000, 'x'); END IF;
            IF NEW.v IN ('abort', 'fail', 'rollback') THEN
                INSERT INTO log (what) VALUES ('x');
                RAISE EXCEPTION '%', CASE NEW.v
                    WHEN 'abort' THEN 'no abort here' WHEN 'fail' THEN 'no failure here.' ELSE 'no way back here' END;
            END IF;
            RETURN NEW;
        END $$;
        CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON guarded FOR EACH ROW EXECUTE FUNCTION guard();
        CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO nowhere VALUES (1); RETURN NEW; END $$;
        CREATE TRIGGER b1 BEFORE INSERT ON broken FOR EACH ROW EXECUTE FUNCTION break();

        """
}
