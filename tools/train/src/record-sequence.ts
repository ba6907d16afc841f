import type { Nets } from '@vivant/engine/nets/nets';
import { SequenceRecorder } from '@vivant/engine/pipeline/sequence-recorder';
import { CHECK_GATE, judgeQuality } from '@vivant/engine/quality/gate';
import { measureQuality } from '@vivant/engine/quality/measures';
import type { SequenceFrame } from '@vivant/engine/signals/sequence-signal';
import { createFaceTracker } from '@vivant/engine/track/face-tracker';
import { chooseDetection } from './labelled-face.ts';
import type { Picture } from './picture.ts';

/** Tracks the labelled face through a capture as the engine does, and keeps what sequence signals need. */
export async function recordSequence(
  nets: Nets,
  pictures: AsyncIterable<Picture> | Iterable<Picture>,
): Promise<readonly SequenceFrame[]> {
  const recorder = new SequenceRecorder({ followsPoints: true });
  let faces: Picture['faces'] = [];
  const tracker = createFaceTracker(nets.faceDetector, nets.faceMesh, (detections, image) =>
    chooseDetection(detections, image, faces),
  );
  for await (const picture of pictures) {
    faces = picture.faces;
    const { face } = await tracker.track(picture.image);
    if (!face) continue;
    if (judgeQuality(measureQuality(picture.image, face), CHECK_GATE, 1).length > 0) continue;
    recorder.add(picture.image, face, picture.index, picture.timestampMs);
  }
  return recorder.frames;
}
