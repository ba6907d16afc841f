-- Decided submissions may be deleted some days later, oldest first.
CREATE INDEX video_submissions_completed ON video_submissions (completed_at) WHERE completed_at IS NOT NULL;
