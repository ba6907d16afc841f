import { useEffect, useMemo, useState } from 'preact/hooks';
import { createLocalMedia, type LocalMedia, type MediaState } from './local-media.ts';

/** The devices of this browser, turned on when the page opens and released when it closes. */
export function useLocalMedia(): { readonly media: LocalMedia; readonly state: MediaState } {
  const media = useMemo(createLocalMedia, []);
  const [state, setState] = useState(() => media.state());
  useEffect(() => {
    media.watch(() => setState(media.state()));
    // One after the other: a browser asks for one permission at a time. What fails is in the state.
    void media.turn('camera', true).then(() => media.turn('microphone', true));
    return () => media.close();
  }, [media]);
  return { media, state };
}
