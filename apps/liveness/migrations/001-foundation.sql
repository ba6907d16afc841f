CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  credit_balance integer NOT NULL DEFAULT 0 CHECK (credit_balance >= 0),
  created_at timestamptz NOT NULL
);

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('api', 'bot')),
  secret_sha256 text NOT NULL UNIQUE,
  -- An empty list is full access.
  scopes text[] NOT NULL DEFAULT '{}',
  linked_key_id uuid REFERENCES api_keys (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz
);

CREATE INDEX api_keys_organization ON api_keys (organization_id);

-- A finished check. Kept after its session's verdict expires: history and usage read it.
CREATE TABLE checks (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  key_id uuid NOT NULL REFERENCES api_keys (id),
  session_id uuid NOT NULL,
  model text NOT NULL,
  input_source text NOT NULL,
  source text NOT NULL CHECK (source IN ('media', 'live')),
  verdict text NOT NULL CHECK (verdict IN ('live', 'fake')),
  real_score double precision NOT NULL CHECK (real_score BETWEEN 0 AND 1),
  frames_processed integer NOT NULL,
  processing_ms integer NOT NULL,
  -- json, not jsonb: a caller's JSON may hold what jsonb refuses, such as \u0000.
  warnings json,
  metadata json,
  diagnostics json NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX checks_session ON checks (organization_id, session_id, created_at DESC);

-- Every movement of an organization's balance; the sum of the amounts is the balance.
CREATE TABLE credit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  amount integer NOT NULL,
  balance_after integer NOT NULL CHECK (balance_after >= 0),
  reason text NOT NULL CHECK (reason IN ('grant', 'check')),
  -- The unique index makes a second charge for one check impossible.
  check_id uuid UNIQUE REFERENCES checks (id),
  created_at timestamptz NOT NULL,
  CHECK ((reason = 'check') = (check_id IS NOT NULL))
);

CREATE INDEX credit_entries_organization ON credit_entries (organization_id, id);

-- Who is judging a session right now. Times are the database's own, so replicas need no common clock.
CREATE TABLE session_leases (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  session_id uuid NOT NULL,
  owner uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, session_id)
);
