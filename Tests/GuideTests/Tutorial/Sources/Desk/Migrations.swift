import Oriel

extension DeskCoordinator {
    static let migrations: KeyValuePairs = [
        "create": """
        CREATE TABLE Ticket (
          Id INTEGER PRIMARY KEY, Title TEXT NOT NULL CHECK (Title <> ''), Author TEXT NOT NULL,
          State TEXT NOT NULL DEFAULT 'open' CHECK (State IN ('open', 'closed'))
        );
        CREATE TABLE Comment (
          Id INTEGER PRIMARY KEY, Ticket INTEGER NOT NULL REFERENCES Ticket ON DELETE CASCADE,
          Text TEXT NOT NULL CHECK (Text <> ''), Author TEXT NOT NULL
        );
        CREATE INDEX CommentTicket ON Comment (Ticket);
        """
    ]
}
