CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  url text NOT NULL,
  -- An empty list is every kind.
  events text[] NOT NULL DEFAULT '{}',
  description text,
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text CHECK (disabled_reason IN ('request', 'gone')),
  -- [{sealed, expires_at}], the newest first; several while secrets are rotated.
  secrets json NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (enabled = (disabled_reason IS NULL))
);

CREATE INDEX webhooks_organization ON webhooks (organization_id);

-- The outbox: written in the transaction of what happened. The id is the `webhook-id` of every delivery.
CREATE TABLE webhook_events (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  kind text NOT NULL,
  session_id text,
  -- The body to be posted, as text: it is signed byte by byte.
  payload text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX webhook_events_age ON webhook_events (created_at);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id uuid NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  response_status integer,
  error text,
  last_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Who attempts it right now, by the database's own time, so replicas need no common clock.
  claimed_by uuid,
  claimed_until timestamptz,
  UNIQUE (webhook_id, event_id),
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries (webhook_id) WHERE claimed_until IS NOT NULL;
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at DESC);
