-- POST requests with an Idempotency-Key: in flight while there is no answer, otherwise answered.
CREATE TABLE idempotent_requests (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  -- SHA-256 of the path and the Idempotency-Key.
  request_sha256 text NOT NULL,
  body_sha256 text NOT NULL,
  owner uuid NOT NULL,
  -- The database's own time, so replicas need no common clock.
  lease_expires_at timestamptz NOT NULL,
  -- Encrypted: an answer may hold a secret that is shown once.
  sealed_answer text,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, request_sha256)
);

CREATE INDEX idempotent_requests_expiry ON idempotent_requests (expires_at);
