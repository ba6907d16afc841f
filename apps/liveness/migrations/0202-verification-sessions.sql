-- Sessions that an organization's server opened for a browser.
CREATE TABLE verification_sessions (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  key_id uuid NOT NULL REFERENCES api_keys (id),
  model text NOT NULL,
  metadata json,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);

-- What happened in a session. A session is also one that only a check knows, so this refers to no table of them.
CREATE TABLE session_audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  session_id uuid NOT NULL,
  event text NOT NULL,
  detail json,
  at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL
);

CREATE INDEX session_audit_events_session ON session_audit_events (organization_id, session_id, id);

-- The clock of the device that captures, and ours at the same moment.
CREATE TABLE session_client_times (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  session_id uuid NOT NULL,
  client_time_ms bigint NOT NULL,
  server_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, session_id)
);
