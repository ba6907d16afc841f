import type { HttpServer } from '@vivant/service-kit/http-server';
import { addStreamRoute, type StreamDependencies } from '../streams/stream-route.ts';
import { addUploadRoute, type UploadDependencies } from '../uploads/upload-route.ts';
import { addUploadedCheckRoutes } from '../uploads/uploaded-check-routes.ts';
import { addCropsRoute } from './crops-route.ts';
import { addFastCheckRoute } from './fast-check-route.ts';
import { addLiveCheckRoute } from './live-check-route.ts';
import { addVerifyRoute } from './verify-route.ts';

/** What the routes that judge material need from the service. */
export type CheckRoutesDependencies = StreamDependencies & UploadDependencies;

/** Adds every way to submit material for a check. */
export async function addCheckRoutes(
  server: HttpServer,
  dependencies: CheckRoutesDependencies,
): Promise<void> {
  addFastCheckRoute(server, dependencies);
  addVerifyRoute(server, dependencies);
  addStreamRoute(server, dependencies);
  addCropsRoute(server, dependencies);
  addLiveCheckRoute(server, dependencies);
  await addUploadRoute(server, dependencies);
  addUploadedCheckRoutes(server, dependencies);
}
