extension Schema {
    /// What the administration of people needs besides.
    static let administration = """
        CREATE TABLE TokenEnd (Name TEXT PRIMARY KEY COLLATE NOCASE, Time REAL NOT NULL) WITHOUT ROWID;
        CREATE TRIGGER TokenEnds AFTER INSERT ON TokenEnd
            BEGIN INSERT INTO Ending(Kind, Subject, Reason) VALUES ('token', new.Name, 'revoked'); END;
        CREATE TRIGGER TokenEndsAgain AFTER UPDATE ON TokenEnd
            BEGIN INSERT INTO Ending(Kind, Subject, Reason) VALUES ('token', new.Name, 'revoked'); END;

        ALTER TABLE Session ADD COLUMN LooksAs TEXT;
        CREATE TRIGGER SessionLooks AFTER UPDATE OF LooksAs ON Session WHEN old.LooksAs IS NOT new.LooksAs
            BEGIN INSERT INTO Ending(Kind, Subject, Reason) VALUES ('session', old.Id, 'changed'); END;

        ALTER TABLE Audit ADD COLUMN Route TEXT;
        ALTER TABLE Audit ADD COLUMN Row TEXT;
        CREATE TRIGGER PersonRoles AFTER UPDATE OF Roles ON Person WHEN old.Roles IS NOT new.Roles BEGIN
            INSERT INTO Audit(Event, Who, Via, Detail) VALUES ('roles changed', new.Name, 'database',
                iif(old.Roles = '', 'none', old.Roles) || ' to ' || iif(new.Roles = '', 'none', new.Roles));
        END;

        ALTER TABLE Key ADD COLUMN Tables TEXT NOT NULL DEFAULT '';
        CREATE TABLE Lock (Subject TEXT PRIMARY KEY, Time REAL NOT NULL) WITHOUT ROWID;
        CREATE TABLE BrowserLink (Id TEXT PRIMARY KEY, Person TEXT NOT NULL, Ends REAL NOT NULL) WITHOUT ROWID;
        """
}
