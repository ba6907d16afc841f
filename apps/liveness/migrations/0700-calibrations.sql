-- What an organization's own genuine captures asked for, a model. An offset of other coefficients stays here, unused.
CREATE TABLE calibrations (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  model text NOT NULL,
  model_fingerprint text NOT NULL,
  -- Log-odds; the limit of the guard rails.
  score_offset double precision NOT NULL CHECK (score_offset BETWEEN -1.5 AND 1.5),
  -- The file as it was given, for whoever asks why.
  measured json NOT NULL,
  set_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, model)
);
