-- What was charged for, written with the charge. Analytics read this table alone.
CREATE TABLE usage_entries (
  check_id uuid PRIMARY KEY REFERENCES checks (id),
  organization_id uuid NOT NULL REFERENCES organizations (id),
  key_id uuid NOT NULL REFERENCES api_keys (id),
  endpoint text NOT NULL,
  model text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('live', 'fake')),
  frames_processed integer NOT NULL,
  processing_ms integer NOT NULL,
  credits integer NOT NULL CHECK (credits >= 0),
  created_at timestamptz NOT NULL
);

CREATE INDEX usage_entries_organization ON usage_entries (organization_id, created_at DESC, check_id DESC);

-- Checks that were charged before this table existed.
INSERT INTO usage_entries
SELECT c.id, c.organization_id, c.key_id,
  CASE c.input_source
    WHEN 'rest_frames' THEN 'fast-check'
    WHEN 'rest_crops' THEN 'fast-check-crops'
    WHEN 'rest_stream' THEN 'fast-check-stream'
    WHEN 'rest_landmarks' THEN 'live-check'
    WHEN 'upload_frames' THEN 'v2/fast-check'
    WHEN 'upload_landmarks' THEN 'v2/live-check'
    ELSE 'video/detect'
  END,
  c.model, c.verdict, c.frames_processed, c.processing_ms, -e.amount, c.created_at
FROM checks c JOIN credit_entries e ON e.check_id = c.id;
