import { testDatabases } from '@vivant/service-kit/testing/test-databases';
import { startWebhookReceiver, type WebhookReceiver } from '@vivant/service-kit/testing/webhook-receiver';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botDeliveries } from '../callbacks/deliveries-table.ts';
import { botAnalyses } from '../history/analyses-table.ts';
import { newMeetingUrl, openTestBot, type TestBot, testCamera } from '../testing/test-bot.ts';
import { botSessions, type SessionRecord } from './sessions-table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`an ended session on ${adapter.name}`, () => {
    let bot: TestBot;
    let receiver: WebhookReceiver;
    let key: string;

    beforeAll(async () => {
      bot = await openTestBot({ testDatabase: await adapter.create(), config: { sessionRetentionDays: 30 } });
      receiver = await startWebhookReceiver();
      ({ key } = bot.addKey());
    });
    afterAll(async () => {
      await bot.close();
      await receiver.close();
    });

    /** A session with a verdict, which ended, and whose caller was told. */
    async function runSession(): Promise<string> {
      const meetingUrl = newMeetingUrl();
      const body = { meetingUrl, callbackUrl: receiver.url };
      const { sessionId } = (await bot.send(key, 'POST', '/api/sessions', body)).body;
      bot.provider.meeting(meetingUrl).arrive('Ada', testCamera);
      await bot.film(14);
      const path = `/api/sessions/${sessionId}`;
      await expect.poll(async () => (await bot.send(key, 'GET', path)).body.results).toHaveLength(1);
      await bot.send(key, 'DELETE', path);
      const pending = () => bot.database.db.$count(botDeliveries, eq(botDeliveries.status, 'pending'));
      while ((await pending()) > 0) await bot.services.deliveryWorker.deliverDue();
      return sessionId;
    }

    const change = (id: string, values: Partial<SessionRecord>) =>
      bot.database.db.update(botSessions).set(values).where(eq(botSessions.id, id));

    const endedBefore = (ms: number) => ({ endedAt: new Date(bot.time.clock.now().getTime() - ms) });

    const statusOf = async (id: string) => (await bot.send(key, 'GET', `/api/sessions/${id}`)).status;

    it('goes with its analyses and deliveries when it is old enough, and not before', async () => {
      const id = await runSession();
      const young = await runSession();
      await change(id, endedBefore(30 * DAY_MS));
      await change(young, endedBefore(29 * DAY_MS));
      await bot.services.sweeper.sweep();
      expect(await statusOf(id)).toBe(200);

      await change(id, endedBefore(30 * DAY_MS + 1));
      await bot.services.sweeper.sweep();
      expect([await statusOf(id), await statusOf(young)]).toEqual([404, 200]);
      for (const table of [botAnalyses, botDeliveries])
        expect(await bot.database.db.$count(table, eq(table.sessionId, id))).toBe(0);
      expect((await bot.send(key, 'GET', '/api/analyses')).body.total).toBe(1);
    });

    it('stays while its bot has to leave or its caller has to be told', async () => {
      const [attended, untold] = [await runSession(), await runSession()];
      await change(attended, { ...endedBefore(31 * DAY_MS), mustDismiss: true });
      await change(untold, endedBefore(31 * DAY_MS));
      const deliveriesOf = eq(botDeliveries.sessionId, untold);
      const later = new Date(bot.time.clock.now().getTime() + DAY_MS);
      await bot.database.db
        .update(botDeliveries)
        .set({ status: 'pending', nextAttemptAt: later })
        .where(deliveriesOf);
      await bot.services.sweeper.sweep();
      expect([await statusOf(attended), await statusOf(untold)]).toEqual([200, 200]);

      await change(attended, { mustDismiss: false });
      await bot.database.db
        .update(botDeliveries)
        .set({ status: 'failed', nextAttemptAt: null })
        .where(deliveriesOf);
      await bot.services.sweeper.sweep();
      expect([await statusOf(attended), await statusOf(untold)]).toEqual([404, 404]);
    });

    it('stays for good when nothing else is set, and one that runs always', async () => {
      const running = (await bot.send(key, 'POST', '/api/sessions', { meetingUrl: newMeetingUrl() })).body
        .sessionId as string;
      await change(running, { createdAt: new Date(0) });
      const old = await runSession();
      await change(old, { endedAt: new Date(0) });
      const keeping = await openTestBot({ shared: bot });
      await keeping.services.sweeper.sweep();
      expect(await statusOf(old)).toBe(200);
      await keeping.close();
      await bot.services.sweeper.sweep();
      expect([await statusOf(running), await statusOf(old)]).toEqual([200, 404]);
    });
  });
}
