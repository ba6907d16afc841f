import { encodeImage, type ImageSource } from '../base64.ts';
import type { Runtime } from '../runtime.ts';

/** A version alias of `X-Model-Version`; services may know others. */
export type ModelVersion = 'latest' | 'v1' | 'v2' | 'v3' | 'v3_1' | 'v3_1_1' | 'fast' | (string & {});

/** Which model judges: an alias, or a version with the number of frames. */
export type ModelChoice =
  | {
      readonly model?: string | undefined;
      readonly model_version?: undefined;
      readonly frame_count?: undefined;
    }
  | {
      readonly model?: undefined;
      /** Sent as `X-Model-Version`. */
      readonly model_version: ModelVersion;
      /** Frames of the wanted model; `fast` and `v1` need none. */
      readonly frame_count?: number | undefined;
    };

/** An item with a picture, which may be bytes. */
export type WithImage<Item extends { readonly pixels: string }> = Omit<Item, 'pixels'> & {
  /** The picture (PNG, JPEG or WebP; a crop: PNG): bytes, a Blob, base64 or a `data:` URL. */
  readonly pixels: ImageSource;
};

/** The fields of a check that do not depend on how its material arrives. */
export type CheckParams<Body, Material extends PropertyKey> = Omit<
  Body,
  'session_id' | 'model' | 'frame_count' | Material
> &
  ModelChoice & {
    /** Identifies the check (UUID); made by the client if absent. The same id and model give the same verdict. */
    readonly session_id?: string | undefined;
  };

/** Body and headers of a check. */
export interface CheckRequest {
  readonly json: { readonly session_id: string } & Record<string, unknown>;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Splits the parameters of a check into body and headers; a check without a session id gets one. */
export function checkRequest(
  {
    model_version,
    session_id,
    ...body
  }: { model_version?: string | undefined; session_id?: string | undefined },
  runtime: Runtime,
): CheckRequest {
  return {
    json: { ...body, session_id: session_id ?? runtime.newId() },
    headers: { 'x-model-version': model_version },
  };
}

/** Gives items with their pictures in base64, one after the other so that a page stays responsive. */
export async function encodeImages<Item extends { readonly pixels: ImageSource }>(
  items: readonly Item[],
): Promise<(Omit<Item, 'pixels'> & { pixels: string })[]> {
  const encoded = [];
  for (const item of items) encoded.push({ ...item, pixels: await encodeImage(item.pixels) });
  return encoded;
}
