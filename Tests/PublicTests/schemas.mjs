// Schemas of the databases that documents are about.
/** The database of the guides: tickets of teams. */
export const desk = `
  CREATE TABLE User (UserId INTEGER PRIMARY KEY, Name TEXT NOT NULL);
  CREATE TABLE Member (UserId INTEGER, TeamId INTEGER, PRIMARY KEY (UserId, TeamId));
  CREATE TABLE Ticket (TicketId INTEGER PRIMARY KEY, Title TEXT NOT NULL,
    State TEXT NOT NULL DEFAULT 'new', Team INTEGER, Owner INTEGER, Phone TEXT);
  CREATE TABLE Comment (CommentId INTEGER PRIMARY KEY,
    Ticket INTEGER NOT NULL REFERENCES Ticket ON DELETE CASCADE, Team INTEGER, Author INTEGER,
    Text TEXT NOT NULL);
  CREATE VIEW OpenByTeam AS SELECT Team, count(*) AS Tickets FROM Ticket GROUP BY Team;
  INSERT INTO Member VALUES (1, 1);
  INSERT INTO Ticket VALUES (9, 'The printer is on fire', 'new', 1, 2, '555'),
    (10, 'The roof leaks', 'new', 2, 2, NULL);`;

/** The database of somebody who comes from PocketBase. */
export const blog = `
  CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, email TEXT NOT NULL, password TEXT NOT NULL);
  CREATE TABLE posts (id TEXT PRIMARY KEY DEFAULT ('r' || lower(hex(randomblob(7)))) NOT NULL,
    title TEXT NOT NULL, published BOOLEAN DEFAULT FALSE NOT NULL, owner TEXT NOT NULL);`;
