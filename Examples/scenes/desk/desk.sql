CREATE TABLE Team (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
CREATE TABLE User (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Mail TEXT, Team INTEGER REFERENCES Team, IsActive BOOLEAN NOT NULL DEFAULT 1);
CREATE TABLE Ticket (
    Id INTEGER PRIMARY KEY,
    Title TEXT NOT NULL,
    Note TEXT NOT NULL DEFAULT '',
    State TEXT NOT NULL DEFAULT 'new',
    Priority INTEGER NOT NULL DEFAULT 2,
    Owner INTEGER REFERENCES User,
    Team INTEGER REFERENCES Team,
    Opened DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    Due DATE
);
CREATE INDEX TicketState ON Ticket (State);
CREATE INDEX TicketOwner ON Ticket (Owner);
CREATE TABLE Event (Id INTEGER PRIMARY KEY, Ticket INTEGER NOT NULL REFERENCES Ticket, At DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, Text TEXT NOT NULL);
CREATE INDEX EventTicket ON Event (Ticket);
INSERT INTO Team VALUES (1, 'Support'), (2, 'Field'), (3, 'Billing');
INSERT INTO User VALUES (1, 'Ada Byron', 'ada@example.org', 1, 1), (2, 'Grace Hopper', 'grace@example.org', 2, 1),
    (3, 'Alan Turing', 'alan@example.org', 1, 1), (4, 'Mary Shelley', 'mary@example.org', 3, 0);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO Ticket (Title, Note, State, Priority, Owner, Team, Opened, Due)
SELECT
    (CASE i % 6 WHEN 0 THEN 'It rains in' WHEN 1 THEN 'Printer on fire' WHEN 2 THEN 'Password forgotten'
        WHEN 3 THEN 'Invoice is wrong' WHEN 4 THEN 'Lift stuck' ELSE 'Coffee machine' END) || ' ' || i,
    'Reported by phone.',
    (CASE WHEN i % 9 = 0 THEN 'closed' WHEN i % 4 = 0 THEN 'late' WHEN i % 3 = 0 THEN 'open' ELSE 'new' END),
    1 + i % 3, CASE WHEN i % 3 = 1 THEN NULL ELSE 1 + i % 3 END, 1 + i % 3,
    datetime('now', '-' || (i * 7) || ' hours'), date('now', (i % 20 - 6) || ' days')
FROM n;
INSERT INTO Event (Ticket, At, Text) SELECT Id, Opened, 'Opened' FROM Ticket;
