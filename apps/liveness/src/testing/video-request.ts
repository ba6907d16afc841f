import type { InjectOptions } from 'fastify';
import type { TestOrganization } from './test-service.ts';

/** The first bytes of an MP4, and a few more: enough to be accepted, too little to be decoded. */
export function mp4Head(length = 1000): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.write('\0\0\0\x18ftypisom', 'latin1');
  return bytes;
}

/** A part of a form: text, or a file. */
export type FormPart = string | { readonly bytes: Uint8Array; readonly filename: string };

/** A submission with the parts of its form in order. */
export async function videoRequest(
  { id: slug, apiKey }: TestOrganization,
  parts: readonly (readonly [name: string, value: FormPart])[],
  headers: Record<string, string> = {},
): Promise<InjectOptions & { url: string }> {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value.bytes)]), value.filename);
  }
  const encoded = new Response(form);
  return {
    method: 'POST',
    url: `/api/v1/${slug}/video/detect`,
    headers: { 'x-api-key': apiKey, 'content-type': encoded.headers.get('content-type') ?? '', ...headers },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** The one part that a submission needs. */
export const videoFile = (filename = 'clip.mp4', bytes: Uint8Array = mp4Head()) =>
  ['video_file', { bytes, filename }] as const;
