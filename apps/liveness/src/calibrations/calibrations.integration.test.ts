import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TenantCalibration } from '@vivant/engine/fusion/tenant-calibration';
import { modelFingerprint } from '@vivant/engine/model-fingerprint';
import { loadModels, type Model } from '@vivant/engine/models';
import { judged } from '@vivant/engine/testing/scripted-engine';
import type { Database } from '@vivant/service-kit/database';
import { randomId } from '@vivant/service-kit/ids';
import { captureLog } from '@vivant/service-kit/testing/captured-log';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCommand } from '../admin/command-line.ts';
import { AdminError, runAdmin } from '../admin/run-admin.ts';
import { calibrationOf } from '../testing/calibration-file.ts';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import {
  openMigrated,
  openTestService,
  TEST_MANIFESTS,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts';

const MODEL = 'mixed-10-v2';
const models = await loadModels(fileURLToPath(new URL('../../../../models', import.meta.url)));
const shipped = models.find(({ manifest }) => manifest.id === MODEL)!;
/** So that the guard rails of these tests do not move with the figures of a training. */
const apcer = [
  { offset: -1, value: 0.02 },
  { offset: 1.2, value: 0.08 },
  { offset: 2, value: 0.3 },
];
const model: Model = {
  ...shipped,
  manifest: { ...shipped.manifest, sensitivity: { bonaFideMedian: 4, apcer } },
};
const unmeasured: Model = {
  ...shipped,
  manifest: { ...shipped.manifest, id: 'unmeasured', sensitivity: undefined },
};
const retrained: Model = { ...model, coefficients: { ...model.coefficients, intercept: 0.123 } };

const moved = (score: number, offset: number) =>
  1 / (1 + Math.exp(-(Math.log(score / (1 - score)) + offset)));
const fileOf = (offset: number, difference: Partial<TenantCalibration> = {}) =>
  calibrationOf(MODEL, { modelFingerprint: modelFingerprint(model), offset, ...difference });

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`the calibration of an organization on ${adapter.name}`, () => {
    const log = captureLog();
    let testDatabase: TestDatabase;
    let database: Database;
    let service: TestService;
    let folder: string;
    let acme: TestOrganization;

    const open = (of: Model) =>
      openTestService({
        database,
        logger: log.logger,
        manifests: TEST_MANIFESTS,
        fingerprints: new Map([[MODEL, modelFingerprint(of)]]),
      });

    beforeAll(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
      service = await open(model);
      folder = await mkdtemp(join(tmpdir(), 'vivant-calibrations-'));
    });

    afterAll(async () => {
      await service.close();
      await database.close();
      await testDatabase.remove();
      await rm(folder, { recursive: true });
    });

    beforeEach(async () => {
      acme = await service.addOrganization();
      service.engine.script((request) => judged(request, { realScore: 0.6 }));
    });

    async function admin(...args: string[]): Promise<string> {
      const command = readCommand(args);
      if (command.name === 'help') throw new Error('no command');
      const lines: string[] = [];
      const context = { database, clock: service.clock, newId: randomId };
      const print = (line: string) => lines.push(line);
      await runAdmin({ ...context, print, loadModels: async () => [model, unmeasured] }, command);
      return lines.join('\n');
    }

    /** The slug of a test organization is its id. */
    async function calibrate(content: TenantCalibration | string, slug = acme.id): Promise<string> {
      const file = join(folder, 'calibration.json');
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return admin('set-calibration', '--slug', slug, '--file', file);
    }

    async function check({ apiKey }: TestOrganization, body: object = {}, by = service) {
      return (await by.inject(fastCheckRequest(apiKey, { model: MODEL, ...body }))).json().data;
    }

    it('moves the score before verdict, band and storing; the threshold stays', async () => {
      await calibrate(fileOf(1));
      const data = await check(acme);
      expect(data).toMatchObject({ verdict: 'live', type: 'VERY HIGH', confidence: data.real_score });
      expect(data.real_score).toBeCloseTo(moved(0.6, 1), 9);
      expect(data.score).toBeCloseTo(100 * moved(0.6, 1), 9);
      expect(data.diagnostics).toMatchObject({
        calibration: { state: 'applied', offset: 1 },
        // What spoke for the other verdict is no reason of this one.
        reasons: ['calibration'],
      });

      await calibrate(fileOf(-1));
      service.engine.script((request) => judged(request, { realScore: 0.8 }));
      const stricter = await check(acme);
      expect(stricter).toMatchObject({ verdict: 'fake', type: 'MEDIUM' });
      expect(stricter.real_score).toBeCloseTo(moved(0.8, -1), 9);
    });

    it('keeps the reasons of a verdict that it does not turn, and leaves a threshold at rest', async () => {
      await calibrate(fileOf(0));
      service.engine.script((request) => {
        const { diagnostics } = judged(request);
        return judged(request, { realScore: 0.65, diagnostics: { ...diagnostics, reasons: ['skin'] } });
      });
      const data = await check(acme);
      expect(data).toMatchObject({ verdict: 'live', real_score: 0.65 });
      expect(data.diagnostics).toMatchObject({ reasons: ['skin'], calibration: { offset: 0 } });
    });

    it('leaves verdicts that were given, other models and other organizations alone', async () => {
      const rival = await service.addOrganization();
      const session_id = randomId();
      const before = await check(acme, { session_id });
      await calibrate(fileOf(1));
      expect(await check(acme, { session_id })).toEqual(before);
      expect(before).toMatchObject({ verdict: 'fake', real_score: 0.6 });
      const untouched = [await check(rival), await check(acme, { model: '10' })];
      for (const data of untouched) {
        expect(data).toMatchObject({ verdict: 'fake', real_score: 0.6 });
        expect(data.diagnostics).not.toHaveProperty('calibration');
      }
      const later = await check(acme, { session_id: randomId() });
      expect(later.verdict).toBe('live');
      expect(await admin('remove-calibration', '--slug', acme.id, '--model', MODEL)).toContain('not moved');
      expect(await check(acme)).toMatchObject({ verdict: 'fake', real_score: 0.6 });
      expect(await check(acme, { session_id: later.session_id })).toEqual(later);
      await expect(admin('remove-calibration', '--slug', acme.id, '--model', MODEL)).rejects.toThrow(
        AdminError,
      );
    });

    it('is left out when it was measured on other coefficients, with a note and one line in the log', async () => {
      await calibrate(fileOf(1));
      const later = await open(retrained);
      later.engine.script((request) => judged(request, { realScore: 0.6 }));
      for (let time = 0; time < 2; time++) {
        const data = await check(acme, {}, later);
        expect(data).toMatchObject({ verdict: 'fake', real_score: 0.6 });
        expect(data.diagnostics.calibration).toEqual({ state: 'outdated', offset: 0 });
      }
      const told = log.lines().filter(({ organizationId }) => organizationId === acme.id);
      expect(told).toMatchObject([{ model: MODEL, msg: expect.stringContaining('other coefficients') }]);
      await later.close();
    });

    it('is listed with its evidence', async () => {
      await calibrate(fileOf(0.5));
      await calibrate(fileOf(0.75));
      const listed = JSON.parse(await admin('list-calibrations', '--slug', acme.id));
      expect(listed).toMatchObject([
        { model: MODEL, state: 'applied', offset: 0.75, measured: { evidence: { captures: 40 } } },
      ]);
      expect(listed[0].setAt).toBe(service.clock.now().toISOString());
    });

    it.each<[string, TenantCalibration | string, string]>([
      ['is no JSON', 'nonsense', 'no JSON'],
      ['lacks its evidence', JSON.stringify({ ...fileOf(1), evidence: undefined }), 'evidence'],
      ['is of an unknown model', fileOf(1, { model: 'none' }), 'no model none'],
      ['is of other coefficients', fileOf(1, { modelFingerprint: 'x' }), 'calibrate anew'],
      [
        'is of a model that was never measured',
        fileOf(1, { model: 'unmeasured', modelFingerprint: modelFingerprint(unmeasured) }),
        'never measured',
      ],
      ['moves too far down', fileOf(-1.51), 'not between -1.5 and 1.2'],
      ['lets too many attacks pass', fileOf(1.21), 'not between -1.5 and 1.2'],
      ['was edited', fileOf(1, { threshold: 0.65 }), 'contradict'],
      ['has too few captures', fileOf(1, { evidence: { ...fileOf(1).evidence, captures: 23 } }), 'fewer'],
      ['has too few people', fileOf(1, { evidence: { ...fileOf(1).evidence, subjects: 4 } }), 'fewer'],
    ])('refuses a file that %s, and keeps what was', async (_what, content, message) => {
      await calibrate(fileOf(0.5));
      await expect(calibrate(content)).rejects.toThrow(AdminError);
      await expect(calibrate(content)).rejects.toThrow(message);
      const [kept] = JSON.parse(await admin('list-calibrations', '--slug', acme.id));
      expect(kept.offset).toBe(0.5);
    });

    it('needs an organization and a file', async () => {
      await expect(calibrate(fileOf(1), 'nobody')).rejects.toThrow('no organization "nobody"');
      const missing = join(folder, 'missing.json');
      await expect(admin('set-calibration', '--slug', acme.id, '--file', missing)).rejects.toThrow(
        'cannot be read',
      );
    });
  });
}
