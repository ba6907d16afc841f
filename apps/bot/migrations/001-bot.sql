CREATE TABLE bot_sessions (
  id uuid PRIMARY KEY,
  -- The platform's number of the organization: the platform may be another deployment, so nothing is referenced.
  organization_id integer NOT NULL,
  provider text NOT NULL,
  -- Null until the provider has sent a bot.
  bot_id text,
  status text NOT NULL,
  status_reason text,
  meeting_url text NOT NULL,
  meeting_source text NOT NULL,
  meeting_name text,
  model text NOT NULL,
  face_gate boolean NOT NULL,
  bg_segmentation boolean NOT NULL,
  -- As they were when the session was last stored; the running session knows better.
  participants json NOT NULL DEFAULT '[]',
  results json NOT NULL DEFAULT '[]',
  last_event_id integer NOT NULL DEFAULT 0,
  callback_url text,
  -- [{sealed, expiresAt}], as webhooks have them.
  callback_secrets json,
  -- Idempotency-Key of the request that made it, and the SHA-256 of its body.
  request_key text,
  request_sha256 text,
  created_at timestamptz NOT NULL,
  -- When it ends at the latest.
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The process that runs it, by the database's own time, so replicas need no common clock.
  owner uuid NOT NULL,
  lease_expires_at timestamptz NOT NULL,
  -- Whether the bot of a dead process still has to be told to leave.
  must_dismiss boolean NOT NULL DEFAULT false,
  UNIQUE (organization_id, request_key)
);

CREATE INDEX bot_sessions_running ON bot_sessions (lease_expires_at) WHERE ended_at IS NULL;
CREATE INDEX bot_sessions_to_dismiss ON bot_sessions (id) WHERE must_dismiss;

CREATE TABLE bot_analyses (
  id uuid PRIMARY KEY,
  organization_id integer NOT NULL,
  session_id uuid NOT NULL REFERENCES bot_sessions (id) ON DELETE CASCADE,
  participant_id text NOT NULL,
  participant_name text NOT NULL,
  meeting_name text,
  meeting_source text NOT NULL,
  model text NOT NULL,
  verdict text CHECK (verdict IN ('live', 'fake')),
  score double precision,
  confidence double precision,
  real_score double precision,
  frames_processed integer,
  processing_ms integer,
  status text NOT NULL CHECK (status IN ('completed', 'failed')),
  error text,
  created_at timestamptz NOT NULL
);

CREATE INDEX bot_analyses_history ON bot_analyses (organization_id, created_at DESC, id DESC);

-- Events on their way to the `callbackUrl` of their session.
CREATE TABLE bot_deliveries (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES bot_sessions (id) ON DELETE CASCADE,
  -- The body to be posted, as text: it is signed byte by byte.
  payload text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  response_status integer,
  error text,
  last_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  claimed_by uuid,
  claimed_until timestamptz,
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
);

CREATE INDEX bot_deliveries_due ON bot_deliveries (next_attempt_at) WHERE status = 'pending';

CREATE TABLE bot_users (
  id uuid PRIMARY KEY,
  -- In lower case.
  email text NOT NULL UNIQUE,
  name text NOT NULL,
  organization_id integer NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE bot_sign_ins (
  -- Of the cookie's value, which is nowhere.
  token_sha256 text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES bot_users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX bot_sign_ins_age ON bot_sign_ins (expires_at);

CREATE TABLE bot_settings (
  organization_id integer PRIMARY KEY,
  sealed_api_key text NOT NULL,
  api_key_last4 text NOT NULL,
  updated_at timestamptz NOT NULL
);
