import type { FastifyRequest, onSendAsyncHookHandler, preValidationAsyncHookHandler } from 'fastify';
import { principalOf } from '../keys/authorize.ts';
import { requireActiveAccount } from '../keys/principal.ts';
import { announceObject } from '../objects/object-ownership.ts';
import { readVideoForm, type VideoForm } from './video-form.ts';
import { videoKey } from './video-key.ts';
import type { VideoServices } from './video-routes.ts';

/** Name of the request decorator that carries what was received; the server declares it. */
export const RECEIVED = 'receivedVideo';

/** A form that was received for a submission; an uploaded video lies in the object store under its id. */
interface ReceivedVideo {
  readonly id: string;
  isAnnounced: boolean;
  form?: VideoForm;
}

/** A hook that reads the form of a submission, before a repetition of it is looked for. */
export function receiveForm({
  newId,
  objects,
  database,
  clock,
  bytesMax,
}: VideoServices): preValidationAsyncHookHandler {
  return async (request) => {
    const principal = principalOf(request);
    // Verification tokens submit no videos: they are refused before anything is read.
    if (principal.session) return;
    requireActiveAccount(principal);
    const received: ReceivedVideo = { id: newId(), isAnnounced: false };
    request.setDecorator(RECEIVED, received);
    const key = videoKey(received.id);
    const announce = async () => {
      await announceObject(database.db, key, clock.now());
      received.isAnnounced = true;
    };
    received.form = await readVideoForm(request, { objects, key, bytesMax, announce });
  };
}

/** What {@link receiveForm} received. */
export function receivedForm(request: FastifyRequest): { id: string; form: VideoForm } {
  const received = request.getDecorator<ReceivedVideo | null>(RECEIVED);
  if (!received?.form) throw new Error('The form of the request was not read.');
  return { id: received.id, form: received.form };
}

/** A hook that removes a video that nobody will judge: its submission was refused, or answered before. */
export function discardUnowned({ removal }: VideoServices): onSendAsyncHookHandler {
  return async (request, _reply, payload) => {
    const received = request.getDecorator<ReceivedVideo | null>(RECEIVED);
    if (received?.isAnnounced) await removal.remove([videoKey(received.id)]);
    return payload;
  };
}
