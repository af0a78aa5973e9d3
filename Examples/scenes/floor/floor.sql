CREATE TABLE Machine (
    Id INTEGER PRIMARY KEY,
    Name TEXT NOT NULL,
    Line TEXT NOT NULL,
    Product TEXT,
    State TEXT NOT NULL DEFAULT 'run',
    Done INTEGER NOT NULL DEFAULT 0,
    Planned INTEGER NOT NULL DEFAULT 0,
    Photo BLOB
);
CREATE TABLE Shift (Id INTEGER PRIMARY KEY, Day DATE NOT NULL, Name TEXT NOT NULL, Pieces INTEGER NOT NULL);
CREATE TABLE Hourly (Id INTEGER PRIMARY KEY, Day DATE NOT NULL, Hour INTEGER NOT NULL, Pieces INTEGER NOT NULL);
CREATE TABLE Stop (
    Id INTEGER PRIMARY KEY,
    Machine INTEGER NOT NULL REFERENCES Machine,
    Reason TEXT NOT NULL,
    Began DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    Ended DATETIME,
    "By" TEXT
);
CREATE INDEX StopMachine ON Stop (Machine);
INSERT INTO Machine (Id, Name, Line, Product, State, Done, Planned) VALUES
    (1, 'Press 1', 'A', 'Housing', 'run', 412, 600), (2, 'Press 2', 'A', 'Housing', 'run', 388, 600),
    (3, 'Mill 1', 'A', 'Shaft', 'stop', 95, 300), (4, 'Mill 2', 'B', 'Shaft', 'run', 210, 300),
    (5, 'Lathe 1', 'B', 'Bolt', 'run', 1480, 2000), (6, 'Lathe 2', 'B', 'Bolt', 'run', 1522, 2000),
    (7, 'Paint', 'C', 'Housing', 'stop', 301, 600), (8, 'Packing', 'C', 'Set', 'run', 140, 250);
INSERT INTO Shift (Day, Name, Pieces) VALUES
    (date('now'), 'Early', 2410), (date('now'), 'Late', 1733), (date('now', '-1 day'), 'Early', 2502);
WITH RECURSIVE h(i) AS (SELECT 6 UNION ALL SELECT i + 1 FROM h WHERE i < 17)
INSERT INTO Hourly (Day, Hour, Pieces) SELECT date('now'), i, 280 + (i * 37) % 120 FROM h;
INSERT INTO Stop (Machine, Reason, Began, Ended) VALUES
    (3, 'tool', datetime('now', '-42 minutes'), NULL), (7, 'material', datetime('now', '-9 minutes'), NULL),
    (1, 'break', datetime('now', '-5 hours'), datetime('now', '-4 hours')),
    (5, 'fault', datetime('now', '-1 day'), datetime('now', '-23 hours'));
