/// The tables of the database of access. Times are in seconds since 1970.
enum Schema {
    /// The migrations. Never change one that was released.
    static let migrations: KeyValuePairs = [
        "access": """
        CREATE TABLE Person (
            Id INTEGER PRIMARY KEY AUTOINCREMENT, Name TEXT NOT NULL UNIQUE COLLATE NOCASE, Password TEXT NOT NULL,
            Roles TEXT NOT NULL DEFAULT '', IsActive INTEGER NOT NULL DEFAULT 1,
            Created REAL NOT NULL DEFAULT (unixepoch()));
        CREATE TABLE Session (
            Id TEXT PRIMARY KEY, Person TEXT NOT NULL, Browser TEXT NOT NULL, Began REAL NOT NULL,
            Used REAL NOT NULL, Idle REAL NOT NULL, Ends REAL NOT NULL, Network TEXT, Agent TEXT) WITHOUT ROWID;
        CREATE INDEX SessionPerson ON Session(Person);
        CREATE TABLE Browser (
            Id TEXT PRIMARY KEY, Person TEXT NOT NULL, Seen REAL NOT NULL) WITHOUT ROWID;
        CREATE TABLE Key (
            Id TEXT PRIMARY KEY, Name TEXT NOT NULL, Person TEXT, Secret TEXT NOT NULL,
            Roles TEXT NOT NULL DEFAULT '', Networks TEXT NOT NULL DEFAULT '', Ends REAL,
            Created REAL NOT NULL DEFAULT (unixepoch())) WITHOUT ROWID;
        CREATE TABLE Link (Id TEXT PRIMARY KEY, Ends REAL NOT NULL) WITHOUT ROWID;
        CREATE TABLE Failure (
            Subject TEXT PRIMARY KEY, Count INTEGER NOT NULL, Next REAL NOT NULL, Last REAL NOT NULL) WITHOUT ROWID;
        CREATE INDEX FailureLast ON Failure(Last);
        CREATE TABLE Audit (
            Number INTEGER PRIMARY KEY AUTOINCREMENT, Time REAL NOT NULL DEFAULT (unixepoch()),
            Event TEXT NOT NULL, Who TEXT, Via TEXT, Network TEXT, Detail TEXT);
        CREATE TRIGGER AuditGrows BEFORE UPDATE ON Audit BEGIN SELECT RAISE(ABORT, 'the audit only grows'); END;
        CREATE TRIGGER AuditStays BEFORE DELETE ON Audit WHEN old.Time > unixepoch() - 7776000
            AND old.Number > (SELECT seq FROM sqlite_sequence WHERE name = 'Audit') - 1000000
            BEGIN SELECT RAISE(ABORT, 'the audit only grows'); END;

        CREATE TABLE Ending (
            Number INTEGER PRIMARY KEY AUTOINCREMENT, Kind TEXT NOT NULL, Subject TEXT NOT NULL,
            Reason TEXT NOT NULL);
        CREATE TRIGGER EndingStays AFTER INSERT ON Ending
            BEGIN DELETE FROM Ending WHERE Number <= new.Number - 1000; END;
        CREATE TRIGGER SessionEnds AFTER DELETE ON Session
            BEGIN INSERT INTO Ending(Kind, Subject, Reason) VALUES ('session', old.Id, 'signed-out'); END;
        CREATE TRIGGER SessionChanges AFTER UPDATE OF Id, Person, Browser, Idle, Ends ON Session
            BEGIN INSERT INTO Ending(Kind, Subject, Reason) VALUES ('session', old.Id, 'expired'); END;
        CREATE TRIGGER KeyEnds AFTER DELETE ON Key
            BEGIN INSERT INTO Ending(Kind, Subject, Reason) VALUES ('key', old.Id, 'revoked'); END;
        CREATE TRIGGER KeyChanges AFTER UPDATE ON Key
            BEGIN INSERT INTO Ending(Kind, Subject, Reason) VALUES ('key', old.Id, 'revoked'); END;
        CREATE TRIGGER PersonEnds AFTER DELETE ON Person BEGIN
            INSERT INTO Ending(Kind, Subject, Reason) VALUES ('person', old.Id, 'revoked');
            DELETE FROM Session WHERE Person = old.Id;
            DELETE FROM Browser WHERE Person = old.Id;
            DELETE FROM Key WHERE Person = old.Id;
        END;
        CREATE TRIGGER PersonChanges AFTER UPDATE OF Id, Name, Roles, IsActive ON Person
            WHEN old.Id IS NOT new.Id OR old.Name IS NOT new.Name OR old.Roles IS NOT new.Roles
                OR old.IsActive IS NOT new.IsActive BEGIN
            INSERT INTO Ending(Kind, Subject, Reason) VALUES ('person', old.Id, 'revoked');
            DELETE FROM Session WHERE Person = old.Id AND NOT new.IsActive;
        END;
        """,
        "sign-in links": """
        CREATE TABLE SignInLink (
            Id TEXT PRIMARY KEY, Person TEXT NOT NULL, Visitor TEXT NOT NULL, Stays INTEGER NOT NULL,
            Ends REAL NOT NULL) WITHOUT ROWID;
        """,
        "administration": administration,
    ]
}
