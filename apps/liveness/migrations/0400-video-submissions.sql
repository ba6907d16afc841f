-- A video to be judged. The queue engine decides who works on it and when; this row is what the caller is told.
CREATE TABLE video_submissions (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  key_id uuid NOT NULL REFERENCES api_keys (id),
  model text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  -- How often a worker has begun. A worker that was given up may still run: only the latest attempt may store.
  attempt integer NOT NULL DEFAULT 0,
  -- Where the caller keeps the video, until it is judged: such addresses carry credentials. An uploaded one is an object
  -- of the store, named after the submission.
  video_url text,
  metadata json,
  check_id uuid UNIQUE REFERENCES checks (id),
  error text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  CHECK ((status = 'completed') = (check_id IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK ((status IN ('completed', 'failed')) = (completed_at IS NOT NULL))
);

CREATE INDEX video_submissions_organization ON video_submissions (organization_id, created_at DESC);
