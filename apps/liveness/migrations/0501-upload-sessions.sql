-- Uploads that wait to be judged, for minutes; their frames are in the object store.
CREATE TABLE upload_sessions (
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- The first batch binds it.
  model text NOT NULL,
  frames_required integer NOT NULL,
  frames_received integer NOT NULL,
  bytes bigint NOT NULL,
  -- [text or object], in the order of their arrival.
  warnings json NOT NULL,
  details json NOT NULL,
  -- There is a verdict; the frames are gone.
  is_finished boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, session_id)
);

CREATE INDEX upload_sessions_expiry ON upload_sessions (expires_at);

-- One object for each batch, with its frames one after another.
CREATE TABLE upload_parts (
  object_key text PRIMARY KEY,
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- [{index, offset, length}], in bytes of the object.
  frames json NOT NULL,
  FOREIGN KEY (organization_id, session_id) REFERENCES upload_sessions (organization_id, session_id)
);

CREATE INDEX upload_parts_session ON upload_parts (organization_id, session_id);
