import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineBusyError } from '@vivant/engine/check';
import { judged } from '@vivant/engine/testing/scripted-engine';
import type { Database } from '@vivant/service-kit/database';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import {
  type ClipFolder,
  createClipFolder,
  findFfmpegBuilds,
  redLeftBlueRight,
} from '@vivant/video/testing/clips';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { putCalibration } from '../calibrations/calibration-store.ts';
import { checks } from '../checks/checks-table.ts';
import { createFileObjectStore } from '../objects/file-object-store.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { organizations } from '../organizations/organizations-table.ts';
import { calibrationOf } from '../testing/calibration-file.ts';
import {
  openMigrated,
  openTestService,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts';
import { type FormPart, mp4Head, videoFile, videoRequest } from '../testing/video-request.ts';
import { beginAttempt, completeSubmission, failSubmission } from './submission-store.ts';
import { videoKey } from './video-key.ts';
import { videoSubmissions } from './video-submissions-table.ts';

const [ffmpeg] = await findFfmpegBuilds(process.env.CI === 'true');
const adapters = await testDatabases();

/** Retries are a second apart, and the machine may be busy. */
const PATIENCE = { timeout: 30_000, interval: 50 };

let clips: ClipFolder;
beforeAll(async () => {
  clips = await createClipFolder(ffmpeg?.path ?? 'ffmpeg');
});
afterAll(() => clips.remove());

/** Fifty frames in five seconds. */
const clip = () =>
  clips.make('clip.mp4', ...redLeftBlueRight(64, 48, 5), '-c:v', 'libx264', '-preset', 'ultrafast');

describe.skipIf(!ffmpeg).each(adapters)('judging videos on $name', (adapter) => {
  describe.skipIf(adapter.unavailable !== undefined)('with a worker', () => {
    let testDatabase: TestDatabase;
    let database: Database;
    let folder: string;
    let objects: ObjectStore;
    let service: TestService;
    let organization: TestOrganization;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
      folder = await mkdtemp(join(tmpdir(), 'vivant-judging-'));
      objects = createFileObjectStore(folder);
      const config = { videoUrlAllowPrivate: true, videoBytesMax: 2_000_000 };
      const fingerprints = new Map([['mixed-10-v2', 'v1']]);
      service = await openTestService({ database, objects, config, fingerprints });
      await service.services.videoWorker.start();
    });
    afterAll(async () => {
      await service.close();
      await database.close();
      await testDatabase.remove();
      await rm(folder, { recursive: true });
    });
    beforeEach(async () => {
      organization = await service.addOrganization();
      service.engine.script((request) => judged(request));
    });

    async function submit(parts: readonly (readonly [string, FormPart])[]): Promise<string> {
      const response = await service.inject(await videoRequest(organization, parts));
      expect(response.statusCode).toBe(201);
      return response.json().data.submission_id;
    }

    async function poll(id: string) {
      const response = await service.inject({
        url: `/api/v1/${organization.id}/video/detect/${id}`,
        headers: { 'x-api-key': organization.apiKey },
      });
      return response.json().data;
    }

    const reaches = (id: string, status: string) =>
      vi.waitFor(async () => {
        const data = await poll(id);
        expect(data).toMatchObject({ status });
        return data;
      }, PATIENCE);

    const submitClip = async (...others: [string, string][]) =>
      submit([videoFile('clip.mp4', await readFile(await clip())), ...others]);

    it('answers the full result, charged once, and keeps no video', async () => {
      const id = await submitClip(['metadata', '{"case": 7}'], ['model', 'mixed-10-v2']);
      const data = await reaches(id, 'completed');
      expect(data).toMatchObject({
        error: null,
        tenant_metadata: { case: 7 },
        completed_at: expect.any(String),
      });
      expect(data.message).toContain('30 frames in 3 runs');
      expect(data.result).toMatchObject({
        verdict: 'live',
        session_id: id,
        model: 'mixed-10-v2',
        input_source: 'video_upload',
        frames_processed: 30,
        tenant_metadata: { case: 7 },
        diagnostics: { runs: 3, frames_received: 30 },
      });
      expect(await service.readCredits(organization)).toEqual({ balance: 99, amounts: [100, -1] });
      await vi.waitFor(async () => expect(await objects.exists(videoKey(id))).toBe(false), PATIENCE);
    });

    it('judges runs from the beginning, the middle and the end, with their real times, by their mean log-odds', async () => {
      const scores = [0.9, 0.5, 0.1];
      const before = service.engine.inferences.length;
      service.engine.script((request) => judged(request, { realScore: scores.shift() ?? 0 }));
      const { result } = await reaches(await submitClip(), 'completed');
      const runs = service.engine.inferences.slice(before).map(({ frames }) => frames);
      expect(runs.map((frames) => frames[0]?.index)).toEqual([0, 20, 40]);
      expect(runs[1]?.map(({ timestampMs }) => Math.round(timestampMs))).toEqual(
        Array.from({ length: 10 }, (_, at) => 2000 + at * 100),
      );
      expect(result).toMatchObject({ verdict: 'fake', type: 'MEDIUM' });
      expect(result.real_score).toBeCloseTo(0.5, 6);
    });

    it('moves the score by the calibration of the organization', async () => {
      const [scores, offset] = [[0.6, 0.6, 0.6], 1];
      service.engine.script((request) => judged(request, { realScore: scores.shift() ?? 0 }));
      const measured = calibrationOf('mixed-10-v2', { modelFingerprint: 'v1', offset });
      const stored = { organizationId: organization.id, model: 'mixed-10-v2', modelFingerprint: 'v1' };
      await putCalibration(database.db, { ...stored, offset, measured, setAt: service.clock.now() });
      const { result } = await reaches(await submitClip(), 'completed');
      expect(result).toMatchObject({ verdict: 'live', diagnostics: { runs: 3 } });
      expect(result.real_score).toBeCloseTo(1 / (1 + Math.exp(-(Math.log(0.6 / 0.4) + 1))), 9);
      expect(result.diagnostics).toMatchObject({
        calibration: { state: 'applied', offset },
        reasons: ['calibration'],
      });
    });

    it('says how many frames were usable when no face is seen, and charges nothing', async () => {
      service.engine.script({
        kind: 'insufficient',
        framesRequired: 10,
        framesReceived: 10,
        framesUsable: 2,
        rejections: { 'no-face': 8 },
      });
      const data = await reaches(await submitClip(), 'failed');
      expect(data).toMatchObject({ result: null, completed_at: expect.any(String) });
      expect(data.error).toMatch(/requires 10 .*; 2 of 10 .*no-face 8/);
      expect(await service.readCredits(organization)).toEqual({ balance: 100, amounts: [100] });
    });

    describe('by its address', () => {
      let server: Server;
      let answer: RequestListener;
      let url: string;
      beforeAll(async () => {
        server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
        await once(server, 'listening');
        url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/clip?signature=secret`;
      });
      afterAll(() => {
        server.close();
        server.closeAllConnections();
      });

      it('fetches, judges and charges it, and forgets the address', async () => {
        const bytes = await readFile(await clip());
        answer = (_request, response) => response.end(bytes);
        const id = await submit([['video_url', url]]);
        expect((await reaches(id, 'completed')).result).toMatchObject({ input_source: 'video_upload' });
        expect(await service.readCredits(organization)).toEqual({ balance: 99, amounts: [100, -1] });
        const [row] = await database.db.select().from(videoSubmissions).where(eq(videoSubmissions.id, id));
        expect(row?.videoUrl).toBeNull();
      });

      it.each<[string, RequestListener, RegExp]>([
        ['is no video', (_, response) => response.end('<html>'), /not an MP4/],
        ['is not there', (_, response) => response.writeHead(404).end(), /status 404/],
        ['is too large', (_, response) => response.end(mp4Head(3_000_000)), /at most 2000000 bytes/],
        [
          'redirects inside',
          (_, response) => response.writeHead(302, { location: 'ftp://127.0.0.1/' }).end(),
          /could not be fetched.*http/,
        ],
      ])('fails at once when it %s', async (_, listener, says) => {
        let asked = 0;
        answer = (request, response) => {
          asked++;
          listener(request, response);
        };
        const { error } = await reaches(await submit([['video_url', url]]), 'failed');
        expect(error).toMatch(says);
        expect(error).not.toContain('secret');
        expect(asked).toBe(1);
        expect((await service.readCredits(organization)).amounts).toEqual([100]);
      });

      it('tries three times when the server fails, and says how', async () => {
        let asked = 0;
        answer = (_request, response) => {
          asked++;
          response.writeHead(503).end();
        };
        const { error } = await reaches(await submit([['video_url', url]]), 'failed');
        expect(error).toMatch('status 503');
        expect(asked).toBe(3);
      });
    });

    it('says that a video cannot be decoded, and keeps none', async () => {
      const id = await submit([videoFile('clip.mp4', mp4Head(5000))]);
      expect((await reaches(id, 'failed')).error).toMatch(/damaged|no video stream/);
      await vi.waitFor(async () => expect(await objects.exists(videoKey(id))).toBe(false), PATIENCE);
    });

    it('fails without a verdict when the balance was spent meanwhile', async () => {
      service.engine.script(judged({ modelId: 'm', frames: [] }));
      const release = service.engine.hold();
      const count = service.engine.inferences.length;
      const id = await submitClip();
      await service.engine.begun(count + 1);
      await database.db
        .update(organizations)
        .set({ creditBalance: 0 })
        .where(eq(organizations.id, organization.id));
      release();
      expect((await reaches(id, 'failed')).error).toMatch(/requires 1 credits; 0/);
      expect(await database.db.select().from(checks).where(eq(checks.sessionId, id))).toEqual([]);
    });

    it('waits while the engine is busy, and tries again after a failure', async () => {
      const answers = [
        new EngineBusyError('full'),
        new Error('the disk hiccuped'),
        new EngineBusyError('full'),
      ];
      service.engine.script((request) => answers.shift() ?? judged(request));
      await reaches(await submitClip(), 'completed');
      expect(answers).toEqual([]);
      expect(await service.readCredits(organization)).toEqual({ balance: 99, amounts: [100, -1] });
    });

    it('gives up after three attempts, charges nothing and keeps no video', async () => {
      const before = service.engine.inferences.length;
      service.engine.script(new Error('always'));
      const id = await submitClip();
      expect((await reaches(id, 'failed')).error).toMatch('several attempts');
      expect(service.engine.inferences.length - before).toBe(3);
      expect(await service.readCredits(organization)).toEqual({ balance: 100, amounts: [100] });
      await vi.waitFor(async () => expect(await objects.exists(videoKey(id))).toBe(false), PATIENCE);
    });

    it('shows what is being judged, and gives it back when its worker stops', async () => {
      const other = await openTestService({ database, objects, videoStopPatienceMs: 1 });
      service.engine.script((request) => judged(request));
      const release = service.engine.hold();
      other.engine.hold();
      const count = service.engine.inferences.length;
      const mine = await submitClip();
      await service.engine.begun(count + 1);
      expect(await poll(mine)).toMatchObject({ status: 'processing', result: null });

      // The first worker is busy, so the second one takes this.
      await other.services.videoWorker.start();
      const its = await submitClip();
      await other.engine.begun(1);
      expect((await poll(its)).status).toBe('processing');
      await other.close();
      expect((await poll(its)).status).toBe('pending');
      release();
      await reaches(mine, 'completed');
      await reaches(its, 'completed');
      expect(await service.readCredits(organization)).toEqual({ balance: 98, amounts: [100, -1, -1] });
    });

    it('lets no attempt store anything after another has begun or decided', async () => {
      const release = service.engine.hold();
      const count = service.engine.inferences.length;
      const id = await submitClip();
      await service.engine.begun(count + 1);
      const overtaking = (await beginAttempt(database, id))!;
      release();
      // The worker's own attempt is lost now; it must end without a trace.
      await vi.waitFor(
        async () => expect(await service.services.videos.queue.isHeld(id)).toBe(false),
        PATIENCE,
      );
      expect((await service.readCredits(organization)).amounts).toEqual([100]);
      expect(overtaking.status).toBe('processing');
      expect(await objects.exists(videoKey(id))).toBe(true);

      const at = service.clock.now();
      await failSubmission(database, overtaking, { error: 'decided', at });
      const lost = failSubmission(database, overtaking, { error: 'again', at });
      await expect(lost).rejects.toThrow('taken over');
      const check = {
        ...(await anyCheck()),
        id: service.services.newId(),
        sessionId: id,
        organizationId: organization.id,
      };
      const stored = completeSubmission(database, overtaking, { check, credits: 1 });
      await expect(stored).rejects.toThrow('taken over');
      expect(await database.db.select().from(checks).where(eq(checks.sessionId, id))).toEqual([]);
      expect((await service.readCredits(organization)).amounts).toEqual([100]);
      expect(await beginAttempt(database, id)).toBeUndefined();
    });

    async function anyCheck() {
      const [check] = await database.db.select().from(checks).limit(1);
      return check!;
    }
  });
});
