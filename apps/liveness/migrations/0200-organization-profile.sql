ALTER TABLE organizations
  -- The meeting bot's clients know an organization by an integer.
  ADD COLUMN number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  ADD COLUMN name text,
  ADD COLUMN plan text NOT NULL DEFAULT 'standard',
  ADD COLUMN bot_display_name text,
  ADD COLUMN logo_url text,
  ADD COLUMN primary_color text,
  -- JSON Schema that the metadata of a tenant's videos and sessions must fit; null: any object fits.
  ADD COLUMN metadata_schema json;

-- The end of the secret, so that people recognise a key in a list. It belongs to the checksum, not to the random part.
ALTER TABLE api_keys ADD COLUMN last4 text;
