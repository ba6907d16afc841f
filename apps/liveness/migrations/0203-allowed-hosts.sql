-- Browser origins that an organization lets use its verification tokens.
CREATE TABLE allowed_hosts (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  origin text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (organization_id, origin)
);

-- A preflight tells the origin and not the organization.
CREATE INDEX allowed_hosts_origin ON allowed_hosts (origin);
