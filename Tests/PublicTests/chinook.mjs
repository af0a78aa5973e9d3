// A music shop in the shape of the Chinook sample database (its eleven tables, keys and references), with rows of our own making: the same every time.
import { copyFileSync } from 'node:fs';
import { Database } from './server.mjs';

const schema = `
  CREATE TABLE Artist (ArtistId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(120));
  CREATE TABLE Album (AlbumId INTEGER NOT NULL PRIMARY KEY, Title NVARCHAR(160) NOT NULL, ArtistId INTEGER NOT NULL REFERENCES Artist (ArtistId));
  CREATE TABLE Genre (GenreId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(120));
  CREATE TABLE MediaType (MediaTypeId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(120));
  CREATE TABLE Track (TrackId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(200) NOT NULL, AlbumId INTEGER REFERENCES Album (AlbumId),
    MediaTypeId INTEGER NOT NULL REFERENCES MediaType (MediaTypeId), GenreId INTEGER REFERENCES Genre (GenreId), Composer NVARCHAR(220),
    Milliseconds INTEGER NOT NULL, Bytes INTEGER, UnitPrice NUMERIC(10,2) NOT NULL);
  CREATE TABLE Playlist (PlaylistId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(120));
  CREATE TABLE PlaylistTrack (PlaylistId INTEGER NOT NULL REFERENCES Playlist (PlaylistId), TrackId INTEGER NOT NULL REFERENCES Track (TrackId),
    PRIMARY KEY (PlaylistId, TrackId));
  CREATE TABLE Employee (EmployeeId INTEGER NOT NULL PRIMARY KEY, LastName NVARCHAR(20) NOT NULL, FirstName NVARCHAR(20) NOT NULL, Title NVARCHAR(30),
    ReportsTo INTEGER REFERENCES Employee (EmployeeId), BirthDate DATETIME, HireDate DATETIME, Address NVARCHAR(70), City NVARCHAR(40),
    State NVARCHAR(40), Country NVARCHAR(40), PostalCode NVARCHAR(10), Phone NVARCHAR(24), Fax NVARCHAR(24), Email NVARCHAR(60));
  CREATE TABLE Customer (CustomerId INTEGER NOT NULL PRIMARY KEY, FirstName NVARCHAR(40) NOT NULL, LastName NVARCHAR(20) NOT NULL, Company NVARCHAR(80),
    Address NVARCHAR(70), City NVARCHAR(40), State NVARCHAR(40), Country NVARCHAR(40), PostalCode NVARCHAR(10), Phone NVARCHAR(24), Fax NVARCHAR(24),
    Email NVARCHAR(60) NOT NULL, SupportRepId INTEGER REFERENCES Employee (EmployeeId));
  CREATE TABLE Invoice (InvoiceId INTEGER NOT NULL PRIMARY KEY, CustomerId INTEGER NOT NULL REFERENCES Customer (CustomerId), InvoiceDate DATETIME NOT NULL,
    BillingAddress NVARCHAR(70), BillingCity NVARCHAR(40), BillingState NVARCHAR(40), BillingCountry NVARCHAR(40), BillingPostalCode NVARCHAR(10),
    Total NUMERIC(10,2) NOT NULL);
  CREATE TABLE InvoiceLine (InvoiceLineId INTEGER NOT NULL PRIMARY KEY, InvoiceId INTEGER NOT NULL REFERENCES Invoice (InvoiceId),
    TrackId INTEGER NOT NULL REFERENCES Track (TrackId), UnitPrice NUMERIC(10,2) NOT NULL, Quantity INTEGER NOT NULL);
  CREATE INDEX IFK_AlbumArtistId ON Album (ArtistId);
  CREATE INDEX IFK_TrackAlbumId ON Track (AlbumId);
  CREATE INDEX IFK_PlaylistTrackTrackId ON PlaylistTrack (TrackId);
  CREATE INDEX IFK_EmployeeReportsTo ON Employee (ReportsTo);
  CREATE INDEX IFK_CustomerSupportRepId ON Customer (SupportRepId);
  CREATE INDEX IFK_InvoiceCustomerId ON Invoice (CustomerId);
  CREATE INDEX IFK_InvoiceLineInvoiceId ON InvoiceLine (InvoiceId);`;

const first = ['Quiet', 'Paper', 'Iron', 'Amber', 'Hollow', 'Northern', 'Velvet', 'Wild', 'Silver', 'Distant', 'Crimson', 'Winter'];
const last = ['Harbor', 'Wolves', 'Lanterns', 'Orchard', 'Tides', 'Engines', 'Sparrows', 'Meridian', 'Thunder', 'Gardens', 'Letters'];
const people = ['Ada Byron', 'Grace Murray', 'Luís Gonçalves', 'Edsger Dijk', 'Anita Borg', 'Søren Holm', 'Mary Kenneth', 'Zoë Novák', 'Alan Mathison', 'Ines Roca', 'Ole Nygaard', 'Tony Hoar', 'Radia Joy'];
const cities = [['Prague', 'Czech Republic'], ['São Paulo', 'Brazil'], ['Oslo', 'Norway'], ['Edmonton', 'Canada'], ['Stuttgart', 'Germany'], ['Cupertino', 'USA'], ['Dublin', 'Ireland']];
const pick = (words, i) => words[i % words.length];
const range = count => Array.from({ length: count }, (_, i) => i + 1);
const day = i => `${2009 + i % 5}-${String(1 + i % 12).padStart(2, '0')}-${String(1 + i % 28).padStart(2, '0')} 00:00:00`;
const address = i => [`${10 + i} ${pick(last, i)} Street`, pick(cities, i)[0], i % 4 ? null : 'AB', pick(cities, i)[1], `${10000 + i * 37}`];
const name = i => pick(people, i).split(' ');

const rows = {
  Artist: range(40).map(i => [i, `${pick(first, i)} ${pick(last, i)}`]),
  Album: range(80).map(i => [i, `${pick(last, i * 3)} of ${pick(first, i)} ${pick(last, i * 7)}`, 1 + i % 36]),
  Genre: ['Rock', 'Jazz', 'Metal', 'Alternative & Punk', 'Blues', 'Latin', 'Reggae', 'Pop', 'Soundtrack', 'Classical'].map((title, i) => [i + 1, title]),
  MediaType: ['MPEG audio file', 'Protected AAC audio file', 'Protected MPEG-4 video file', 'Purchased AAC audio file', 'AAC audio file'].map((title, i) => [i + 1, title]),
  Track: range(400).map(i => [i, `${pick(first, i * 5)} ${pick(last, i)}${i % 3 ? '' : ` (Part ${i % 7 + 1})`}`, Math.ceil(i / 5), 1 + i % 5, i % 9 ? 1 + i % 10 : null,
    i % 4 ? pick(people, i) : null, 120_000 + i * 7919 % 240_000, 4_000_000 + i * 104_729 % 9_000_000, i % 20 ? 0.99 : 1.99]),
  Playlist: ['Music', 'Movies', 'TV Shows', '90’s Music', 'On-The-Go 1', 'Heavy Metal Classic'].map((title, i) => [i + 1, title]),
  PlaylistTrack: range(300).map(i => [1 + i % 6, i]),
  Employee: ['General Manager', 'Sales Manager', 'Sales Support Agent', 'Sales Support Agent', 'Sales Support Agent', 'IT Manager', 'IT Staff', 'IT Staff'].map((title, i) =>
    [i + 1, name(i)[1], name(i)[0], title, [null, 1, 2, 2, 2, 1, 6, 6][i], day(i), day(i + 7), ...address(i), '+1 (780) 428-9482', null, `${i}@chinook.example`]),
  Customer: range(30).map(i => [i, name(i)[0], name(i + 5)[1], i % 3 ? null : `${pick(last, i)} Ltd.`, ...address(i), `+420 2 4172 ${5000 + i}`, null, `customer${i}@mail.example`, 3 + i % 3]),
  Invoice: range(60).map(i => [i, 1 + i % 30, day(i), ...address(i), 1.98 + i % 12]),
  InvoiceLine: range(180).map(i => [i, Math.ceil(i / 3), 1 + i * 17 % 400, i % 20 ? 0.99 : 1.99, 1]),
};

const literal = value => value === null ? 'NULL' : typeof value === 'number' ? `${value}` : `'${value.replaceAll("'", "''")}'`;

/** Makes the shop's file; of the real Chinook if ORIEL_CHINOOK names one. */
export async function chinook() {
  const real = process.env.ORIEL_CHINOOK;
  if (!real) return Database.create(schema + Object.entries(rows).map(([table, all]) =>
    `INSERT INTO ${table} VALUES ${all.map(values => `(${values.map(literal)})`).join(',\n')};`).join('\n'));
  const database = await Database.create('');
  copyFileSync(real, database.file);
  return database;
}
