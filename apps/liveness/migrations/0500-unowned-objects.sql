-- Objects of the store that no row owns: about to be written, or to be removed. What is not owned in time is removed, so
-- that a process killed between the store and the database leaves nothing for good.
CREATE TABLE unowned_objects (
  key text PRIMARY KEY,
  remove_after timestamptz NOT NULL,
  -- Set before the removal begins: from then on nobody can own it.
  is_removing boolean NOT NULL DEFAULT false
);

CREATE INDEX unowned_objects_due ON unowned_objects (remove_after);
