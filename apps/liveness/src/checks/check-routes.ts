import type { HttpServer } from '@vivant/service-kit/http-server';
import { addStreamRoute, type StreamDependencies } from '../streams/stream-route.ts';
import { addFastCheckRoute } from './fast-check-route.ts';
import { addVerifyRoute } from './verify-route.ts';

/** What the routes that judge material need from the service. */
export type CheckRoutesDependencies = StreamDependencies;

/** Adds every way to submit material for a check. */
export function addCheckRoutes(server: HttpServer, dependencies: CheckRoutesDependencies): void {
  addFastCheckRoute(server, dependencies);
  addVerifyRoute(server, dependencies);
  addStreamRoute(server, dependencies);
}
