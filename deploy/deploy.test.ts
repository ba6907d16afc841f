import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readBotConfig } from '@vivant/bot/config';
import { createBotMetrics } from '@vivant/bot/health/bot-metrics';
import { readLivenessConfig } from '@vivant/liveness/config';
import { createMetrics } from '@vivant/liveness/metrics/metrics';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

/** What the tests read of a manifest; Kubernetes knows the rest. */
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
  readonly spec: any;
}

const read = (path: string) => readFile(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

async function readResources(): Promise<Resource[]> {
  const { resources } = parse(await read('kubernetes/kustomization.yaml')) as { resources: string[] };
  const texts = await Promise.all(resources.map((file) => read(`kubernetes/${file}`)));
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Resource));
}

const resources = await readResources();
const ofKind = (kind: string) => resources.filter((resource) => resource.kind === kind);
const deployments = ofKind('Deployment');
const config = ofKind('ConfigMap')[0]!.data!;
const secret = (parse(await read('kubernetes/secret.example.yaml')) as Resource).stringData!;
const compose = parse(await read('compose.yaml'), { merge: true });
const dockerfile = await read('Dockerfile');
const nginx = await read('nginx/nginx.conf');
const known = (
  await Promise.all(
    [
      '../packages/service-kit/src/service-variables.ts',
      '../apps/liveness/src/config.ts',
      '../apps/bot/src/config.ts',
    ].map(read),
  )
).join('\n');

/** Compose's `${NAME:-default}` and `${NAME:?message}`, as a filled-in .env answers them. */
const filledIn = (text: string) =>
  text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+:\?[^}]*\}/g, 'a-secret-of-some-length');

const environmentOf = (service: { environment: Record<string, string> }) =>
  Object.fromEntries(Object.entries(service.environment).map(([name, value]) => [name, filledIn(value)]));

const imageEnvironment = Object.fromEntries(
  [...dockerfile.matchAll(/^(?:ENV|\s{4}) *([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [name!, value!]),
);

describe('the deployment files', () => {
  it('set no variable that the services do not know', () => {
    const names = [
      ...Object.keys(config),
      ...Object.keys(secret),
      ...['api', 'worker', 'bot'].flatMap((name) => Object.keys(compose.services[name].environment)),
      ...Object.keys(imageEnvironment).filter((name) => !['NODE_ENV', 'MALLOC_ARENA_MAX'].includes(name)),
    ];
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(known))).toEqual([]);
  });

  it.each(['api', 'worker', 'bot'])('let the %s of compose start in production', (name) => {
    const environment = environmentOf(compose.services[name]);
    const read = readLivenessConfig({ ...imageEnvironment, ...environment });
    expect(read).toMatchObject({ environment: 'production', host: '0.0.0.0' });
    expect(Object.values(read.secrets)).not.toContain(undefined);
    expect(read.roles.size).toBe(1);
    const bot = readBotConfig({ ...imageEnvironment, ...environment });
    expect(bot).toMatchObject({ environment: 'production', host: '0.0.0.0' });
  });

  it.each(deployments.map(({ metadata, spec }) => [metadata.name, spec] as const))(
    'let the pods of %s start in production, be probed and end in time',
    (_name, spec) => {
      const pod = spec.template.spec;
      const [container] = pod.containers;
      const own = Object.fromEntries(container.env.map((each: any) => [each.name, each.value]));
      const environment = { ...imageEnvironment, ...config, ...secret, ...own };
      const read = readLivenessConfig(environment);
      expect(read.environment).toBe('production');
      expect(Object.values(read.secrets)).not.toContain(undefined);
      expect(Object.values(readBotConfig(environment).secrets)).not.toContain(undefined);
      const port = [...read.roles].includes('bot') ? 8100 : 8000;
      expect(container.ports).toEqual([{ name: 'http', containerPort: port }]);
      expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
      expect(container.livenessProbe.httpGet).toEqual({ path: '/livez', port: 'http' });
      expect(container.startupProbe.httpGet.port).toBe('http');
      // What a process takes to end, and the pause before it is told to.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(25 + 5);
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
    },
  );

  it('scale, protect and reach only what there is', () => {
    const labels = deployments.map(({ spec }) => spec.selector.matchLabels);
    const names = deployments.map(({ metadata }) => metadata.name);
    expect(names).toEqual(['vivant-api', 'vivant-worker', 'vivant-bot']);
    for (const { spec } of ofKind('HorizontalPodAutoscaler'))
      expect(names).toContain(spec.scaleTargetRef.name);
    for (const { spec } of ofKind('PodDisruptionBudget'))
      expect(labels).toContainEqual(spec.selector.matchLabels);
    for (const { spec } of ofKind('Service')) expect(labels).toContainEqual(spec.selector);
    expect(ofKind('PodDisruptionBudget')).toHaveLength(names.length);
  });

  it('name every file of the folder in the kustomization, but for the example of the secret', async () => {
    const folder = await readdir(new URL('kubernetes', import.meta.url));
    const { resources } = parse(await read('kubernetes/kustomization.yaml')) as { resources: string[] };
    expect(folder.sort()).toEqual([...resources, 'kustomization.yaml', 'secret.example.yaml'].sort());
  });

  it('let the largest video pass', () => {
    const [, mebibytes] = /client_max_body_size (\d+)m/.exec(nginx)!;
    expect(Number(mebibytes) * 1024 * 1024).toBeGreaterThan(readLivenessConfig({}).videoBytesMax);
  });
});

describe('the dashboard', () => {
  it('shows metrics that the service has', async () => {
    const metrics = createMetrics({ queueLength: () => 0, pendingDeliveries: async () => 0 });
    const botMetrics = createBotMetrics({ countSessions: () => 0, countStreams: () => 0 });
    const text = `${await metrics.read()}\n${await botMetrics.read()}`;
    metrics.close();
    botMetrics.close();
    const dashboard = JSON.parse(await read('grafana/vivant.json'));
    const expressions = dashboard.panels.flatMap((panel: any) => panel.targets.map(({ expr }: any) => expr));
    const names: string[] = expressions.flatMap((expr: string) => expr.match(/\b(?:vivant|process)_\w+/g));
    // A histogram is declared by the name that its series share.
    const used = new Set(names.map((name) => name.replace(/_(?:bucket|count)$/, '')));
    expect(used.size).toBeGreaterThan(10);
    expect([...used].filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });
});
