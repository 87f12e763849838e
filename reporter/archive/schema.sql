-- The archive, schema 2. Times are seconds since the epoch unless a name says otherwise.
-- What repeats is kept once and referred to by number: texts, requests, allocations, scripts. A job costs some 70 bytes
-- that way, and its place in two indexes.

CREATE TABLE text (
  id INTEGER PRIMARY KEY,
  hash INTEGER NOT NULL, -- of bytes; an index on the bytes themselves would keep them twice
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX text_hash ON text (hash);

CREATE TABLE script (
  id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE, -- of the script as it came
  size INTEGER NOT NULL,
  family INTEGER NOT NULL,     -- script::family_key; 0: nothing remains of it
  base INTEGER REFERENCES script, -- the script that `packed` is a difference to; it has no base itself
  source INTEGER NOT NULL REFERENCES text,
  packed BLOB NOT NULL         -- zstd
) STRICT;
CREATE INDEX script_base ON script (family) WHERE base IS NULL;

-- What is reserved or asked for, as numbers.
CREATE TABLE allocation (
  id INTEGER PRIMARY KEY,
  cpus INTEGER, nodes INTEGER,
  tres_cpus INTEGER, tres_nodes INTEGER, mem_bytes INTEGER, gpus REAL, shards INTEGER
) STRICT;

-- What the records of one submission share.
CREATE TABLE request (
  id INTEGER PRIMARY KEY,
  hash INTEGER NOT NULL,
  user INTEGER NOT NULL, uid INTEGER, account INTEGER NOT NULL, partition INTEGER NOT NULL, qos INTEGER NOT NULL,
  name INTEGER NOT NULL, work_dir INTEGER NOT NULL, submit_line INTEGER NOT NULL,
  limit_kind INTEGER NOT NULL, limit_min INTEGER NOT NULL,
  mem_bytes INTEGER, allocation INTEGER NOT NULL
) STRICT;
CREATE INDEX request_hash ON request (hash);

CREATE TABLE record (
  cluster INTEGER NOT NULL, id_raw INTEGER NOT NULL, submit INTEGER NOT NULL,
  behind INTEGER NOT NULL, -- id_raw - parent
  task INTEGER, het INTEGER,
  label INTEGER, -- JobID as printed, where the numbers do not say it
  request INTEGER NOT NULL, allocation INTEGER NOT NULL, state INTEGER NOT NULL,
  eligible_after INTEGER, start_after INTEGER, end_after INTEGER, -- seconds after submit
  elapsed INTEGER,
  nodes INTEGER NOT NULL, reason INTEGER NOT NULL, restarts INTEGER,
  cpu_ms INTEGER, peak_kib INTEGER, upper_kib INTEGER, gpu_e4 INTEGER, gpu_mem_kib INTEGER, -- measured
  snapshot INTEGER, evidence INTEGER, -- NULL: none was near
  last INTEGER GENERATED ALWAYS AS (ifnull(submit + end_after, 253402300799)) VIRTUAL, -- open: the year 9999
  PRIMARY KEY (cluster, id_raw, submit)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_last ON record (cluster, last);
CREATE INDEX record_unjoined ON record (cluster, submit) WHERE snapshot IS NULL;

CREATE TABLE segment (
  id INTEGER PRIMARY KEY,
  token TEXT NOT NULL UNIQUE,
  read_to INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A request as captured. The columns are what differs from one to the next or is searched for; `rest` is the JSON of
-- everything else, which many share.
CREATE TABLE snapshot (
  id INTEGER PRIMARY KEY, -- segment << 32 | sequence
  time_us INTEGER NOT NULL, call INTEGER NOT NULL, cluster INTEGER NOT NULL, uid INTEGER NOT NULL,
  name INTEGER, work_dir INTEGER, submit_line INTEGER, args INTEGER NOT NULL, array INTEGER, dependency INTEGER,
  het INTEGER, session INTEGER,
  script INTEGER REFERENCES script,
  rest INTEGER NOT NULL,
  job INTEGER, job_cluster INTEGER -- the submission's id, once joined
) STRICT;
CREATE INDEX snapshot_open ON snapshot (time_us) WHERE job IS NULL AND call < 2;
CREATE INDEX snapshot_job ON snapshot (job) WHERE job IS NOT NULL;

-- Scripts kept elsewhere under a job's id, for jobs without a snapshot. An id is used again after a database reset, so
-- a source may tell more; by_id.cpp says which job a script fits.
CREATE TABLE script_by_id (
  cluster INTEGER NOT NULL, id INTEGER NOT NULL,
  submit_from INTEGER NOT NULL, submit_to INTEGER NOT NULL, -- inclusive; from 0 to the year 9999: not told
  user INTEGER NOT NULL, -- 0: not told
  script INTEGER NOT NULL REFERENCES script,
  source INTEGER NOT NULL REFERENCES text,
  PRIMARY KEY (cluster, id, submit_from, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT; -- of the archive itself
