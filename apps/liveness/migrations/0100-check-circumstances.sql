-- What a caller said about its crops, and what the engine said about the capture.
ALTER TABLE checks
  ADD COLUMN bg_segmentation boolean,
  ADD COLUMN warning text;
