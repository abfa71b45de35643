-- The catalogue: what is published, where it stands, and every vector ever computed for it.
-- A revision's rows never change once published. Lexical tables are made per game (see catalogue_write).

CREATE TABLE games (
    slug TEXT PRIMARY KEY,
    title TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL REFERENCES games (slug),
    booklet TEXT NOT NULL,
    revision TEXT NOT NULL,            -- the name of its folder
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    position INTEGER NOT NULL,         -- place of the booklet in its game
    amends TEXT,
    languages TEXT NOT NULL,           -- JSON list
    source_file TEXT NOT NULL,
    reading TEXT NOT NULL,             -- fingerprint of source, reading options and reader
    chunking TEXT NOT NULL,            -- … and of the chunker and its budget
    fingerprint TEXT NOT NULL,         -- … and of the embeddings and what the booklet is
    recipe TEXT NOT NULL,              -- JSON object: all that the fingerprints hash
    pages INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    first_row INTEGER NOT NULL,        -- placements first_row … last_row are its own, in reading order
    last_row INTEGER NOT NULL,
    manifest TEXT NOT NULL,            -- SHA-256 of manifest.json, which holds those of the other files
    published TEXT,                    -- when; NULL (versions 1 and 2): not known
    state TEXT NOT NULL DEFAULT 'live', -- live: in the lexical indexes | kept: only in its rows and files | doomed
    UNIQUE (game, booklet, revision)
) STRICT;

-- The one pointer that publishing moves. A revision that no booklet points to is superseded, and kept until pruned.
CREATE TABLE booklets (
    game TEXT NOT NULL REFERENCES games (slug),
    booklet TEXT NOT NULL,
    current_revision INTEGER NOT NULL REFERENCES revisions (id),
    status TEXT NOT NULL DEFAULT 'published', -- draft | published | archived
    PRIMARY KEY (game, booklet)
) STRICT, WITHOUT ROWID;

CREATE TABLE pages (
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    page INTEGER NOT NULL,
    printed TEXT,
    status TEXT NOT NULL,
    source TEXT NOT NULL,
    chars INTEGER NOT NULL,
    pictures INTEGER NOT NULL,
    picture_share REAL NOT NULL,
    tables INTEGER NOT NULL,
    confidence REAL,
    image TEXT,                        -- relative to the revision's folder
    thumb TEXT,
    dpi INTEGER NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    quality REAL,                      -- 0..1; NULL (version 1): not known
    parts TEXT,                        -- JSON list of halves or panels; NULL: a plain page
    PRIMARY KEY (revision_id, page)
) STRICT, WITHOUT ROWID;

CREATE TABLE sections (
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,           -- in reading order
    parent INTEGER,
    level INTEGER NOT NULL,
    title TEXT NOT NULL,
    page INTEGER NOT NULL,
    PRIMARY KEY (revision_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE placements (
    row INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used twice
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    page INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    chunk_id TEXT NOT NULL,
    embed_id TEXT NOT NULL,
    type TEXT NOT NULL,
    text TEXT NOT NULL,
    section_path TEXT NOT NULL,        -- JSON list
    boxes TEXT NOT NULL,               -- JSON list
    language TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    source TEXT,                       -- where its words came from; NULL (version 1): the page's own source
    printed TEXT,                      -- the number of its half or panel; NULL: the page's own number
    icons TEXT,                        -- JSON object: names of the icons in its text, by id; NULL: none has a name
    UNIQUE (revision_id, page, ordinal)
) STRICT;

CREATE TABLE identities (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,     -- provider, model, dimension, normalisation
    dimension INTEGER NOT NULL
) STRICT;

-- The embedding cache. What is embedded is the section path and the content: embed_id hashes both.
CREATE TABLE embeddings (
    identity_id INTEGER NOT NULL REFERENCES identities (id),
    embed_id TEXT NOT NULL,
    vector BLOB NOT NULL,              -- little-endian float32, L2-normalised
    UNIQUE (identity_id, embed_id)
) STRICT;

CREATE TABLE collections (
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    identity_id INTEGER NOT NULL REFERENCES identities (id),
    name TEXT NOT NULL,                -- in the vector store
    PRIMARY KEY (revision_id, identity_id)
) STRICT, WITHOUT ROWID;

-- Append-only: what was published, and what was killed on the way. What fails while we watch leaves no trace.
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,               -- also its folder under staging/
    game TEXT NOT NULL,
    booklet TEXT NOT NULL,
    source_file TEXT NOT NULL,
    started TEXT NOT NULL,
    ended TEXT,                        -- NULL: nobody saw its end
    outcome TEXT NOT NULL              -- published | killed
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 3;
