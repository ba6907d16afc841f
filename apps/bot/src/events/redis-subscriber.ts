import type { Redis } from 'ioredis';

/**
 * Opens a connection for subscriptions: one that subscribes cannot do anything else. It subscribes again after a loss.
 *
 * Without the ready check: one that is asked for a subscription between its connection and that check (INFO) fails it,
 * connects anew and forgets the subscription, which has been confirmed (ioredis 5.11).
 */
export function openRedisSubscriber(client: Redis): Redis {
  const subscriber = client.duplicate({ enableReadyCheck: false });
  // The client whose duplicate it is logs the loss.
  subscriber.on('error', () => undefined);
  return subscriber;
}
