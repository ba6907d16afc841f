import type { Clock } from '@vivant/service-kit/clock';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import type { BotConfig, MeetingProviderConfig } from './config.ts';
import { RecallProvider } from './providers/recall/recall-provider.ts';
import { addRecallRoutes } from './providers/recall/recall-routes.ts';
import { createRoomProvider } from './providers/room/room-provider.ts';
import { addRoomRoutes } from './providers/room/room-routes.ts';
import { ROOM_LIMITS, Rooms } from './providers/room/rooms.ts';
import type { Meetings } from './services.ts';

/** What the ways into meetings are built from. */
export interface MeetingSources {
  readonly config: Pick<BotConfig, 'iceServers' | 'roomPorts' | 'meetingProvider'>;
  readonly publicUrl: () => string;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
}

/** Builds the configured ways into meetings: the built-in rooms, and a Recall-compatible provider when there is one. */
export function createMeetings({ config, publicUrl, clock, newId, logger }: MeetingSources): Meetings {
  const rooms = new Rooms({ limits: ROOM_LIMITS, iceServers: config.iceServers, newId });
  const roomProvider = createRoomProvider({
    rooms,
    publicUrl: () => new URL(publicUrl()),
    ...(config.roomPorts && { portRange: config.roomPorts }),
    clock,
    newId,
    logger,
  });
  const recall = config.meetingProvider && createRecall(config.meetingProvider, publicUrl, newId, logger);
  return {
    providers: recall ? [roomProvider, recall] : [roomProvider],
    addRoutes(server) {
      addRoomRoutes(server, rooms, clock);
      if (recall) addRecallRoutes(server, recall, clock);
    },
  };
}

function createRecall(
  provider: MeetingProviderConfig,
  publicUrl: () => string,
  newId: IdGenerator,
  logger: Logger,
): RecallProvider {
  return new RecallProvider({ ...provider, publicUrl: () => new URL(publicUrl()), newId, logger });
}
