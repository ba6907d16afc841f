-- Ended sessions may be deleted some days later, oldest first, and take their analyses and deliveries along.
CREATE INDEX bot_sessions_ended ON bot_sessions (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX bot_analyses_session ON bot_analyses (session_id);
CREATE INDEX bot_deliveries_session ON bot_deliveries (session_id);
