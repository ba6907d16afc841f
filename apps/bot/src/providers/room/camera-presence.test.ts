import { describe, expect, it } from 'vitest';
import { CameraPresence } from './camera-presence.ts';

describe('camera presence', () => {
  it('turns on with the first frame, not with the word', () => {
    const presence = new CameraPresence(true);

    expect(presence.tick(0)).toBeUndefined();
    expect(presence.frame(100)).toBe('on');
    expect(presence.frame(200)).toBeUndefined();
  });

  it('turns off at the word, and black frames that follow do not turn it on', () => {
    const presence = new CameraPresence(true);
    presence.frame(0);

    expect(presence.say(false)).toBe('off');
    expect(presence.frame(50)).toBeUndefined();
    expect(presence.on).toBe(false);
    expect(presence.say(true)).toBeUndefined();
    expect(presence.tick(60)).toBeUndefined();
    expect(presence.frame(100)).toBe('on');
  });

  it('turns off after two seconds without a frame, and on again with the next', () => {
    const presence = new CameraPresence(true);
    presence.frame(1000);

    expect(presence.tick(2999)).toBeUndefined();
    expect(presence.tick(3000)).toBe('off');
    expect(presence.tick(4000)).toBeUndefined();
    expect(presence.frame(5000)).toBe('on');
  });

  it('hears the same word twice without losing the camera', () => {
    const presence = new CameraPresence(true);
    presence.frame(0);

    expect(presence.say(true)).toBeUndefined();
    expect(presence.tick(1000)).toBeUndefined();
  });
});
