CREATE TABLE Customer (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Country TEXT NOT NULL);
CREATE TABLE Product (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Kind TEXT NOT NULL, Price REAL NOT NULL, Stock INTEGER NOT NULL);
CREATE TABLE Sale (
    Id INTEGER PRIMARY KEY,
    Customer INTEGER NOT NULL REFERENCES Customer,
    Product INTEGER NOT NULL REFERENCES Product,
    Amount INTEGER NOT NULL,
    Total REAL NOT NULL,
    SoldAt DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX SaleCustomer ON Sale (Customer);
CREATE INDEX SaleProduct ON Sale (Product);
INSERT INTO Customer (Id, Name, Country) VALUES
    (1, 'Nguyen', 'Vietnam'), (2, 'Rossi', 'Italy'), (3, 'Novak', 'Czechia'), (4, 'Silva', 'Brazil'), (5, 'Kim', 'Korea');
INSERT INTO Product (Id, Name, Kind, Price, Stock) VALUES
    (1, 'Green tea', 'Tea', 4.5, 120), (2, 'Black tea', 'Tea', 3.9, 8), (3, 'Espresso', 'Coffee', 6.2, 60),
    (4, 'Filter', 'Coffee', 5.4, 0), (5, 'Mug', 'Ware', 9.0, 35);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
INSERT INTO Sale (Customer, Product, Amount, Total, SoldAt)
SELECT 1 + i * 7 % 5, 1 + i * 3 % 5, 1 + i % 4, (1 + i % 4) * (3 + i * 3 % 5), datetime('now', '-' || (i * 5) || ' hours')
FROM n;
