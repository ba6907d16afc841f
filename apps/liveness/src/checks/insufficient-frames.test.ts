import { expect, it } from 'vitest';
import { tooFewFrames, tooFewUsableFrames } from './insufficient-frames.ts';

it('states requirement and received count', () => {
  expect(tooFewFrames(10, 4)).toMatchObject({
    code: 'insufficient_frames',
    message: 'The model requires 10 frames; 4 received.',
  });
});

it('states requirement, usable and received counts, and the reasons, most frequent first', () => {
  const error = tooFewUsableFrames({
    framesRequired: 10,
    framesReceived: 12,
    framesUsable: 5,
    rejections: { 'no-face': 2, 'too-blurry': 5 },
  });
  expect(error).toMatchObject({
    code: 'insufficient_frames',
    message:
      'The model requires 10 frames with one usable face; 5 of 12 received are usable. ' +
      'Rejected: too-blurry 5, no-face 2.',
  });
});
