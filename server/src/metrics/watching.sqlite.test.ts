import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { createDiskStorage } from '@vitrin/engine/storage/disk-storage.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { connectDatabase } from '../database/connect.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { createMetrics } from './metrics.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

type Rule = { alert: string; expr: string; annotations: Record<string, string> };
type Panel = { title: string; targets: { expr: string }[] };

const { groups } = parse(read('packaging/watching/alerts.yaml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap(({ rules: own }) => own);
const { panels } = JSON.parse(read('packaging/watching/dashboard.json')) as { panels: Panel[] };

const EXPRESSIONS = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Labels that Prometheus adds to each series, and the bound of a bucket. */
const LABELS_OF_PROMETHEUS = ['instance', 'job', 'le'];
/** Made by Prometheus for each scrape. */
const METRICS_OF_PROMETHEUS = ['up'];

/** Names and labels in an expression of PromQL; `errors` counts invalid PromQL. */
function namesIn(expression: string): { metrics: string[]; labels: string[]; errors: number } {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const found = { metrics: [] as string[], labels: [] as string[], errors: 0 };
  parser.parse(text).iterate({
    enter: ({ name, from, to, type }) => {
      if (type.isError) found.errors += 1;
      if (name === 'Identifier') found.metrics.push(text.slice(from, to));
      if (name === 'LabelName') found.labels.push(text.slice(from, to));
    },
  });
  return found;
}

/** Labels by metric, as the table of docs/operations.md has them. */
function documentedLabels(): Set<string> {
  const rows = read('docs/operations.md').matchAll(/^\| (`(?:vitrin|nodejs)_[^|]*) \| ([^|]*)\|/gm);
  const columns = Array.from(rows, ([, , labels = '']) => labels.matchAll(/`(\w+)`/g));
  return new Set(columns.flatMap((labels) => Array.from(labels, ([, label = '']) => label)));
}

/** The text once each instrument has counted something: unused ones are left out. */
async function textOfEveryMetric(): Promise<string> {
  const metrics = createMetrics();
  const db = connectDatabase({ sqlitePath: ':memory:' }, metrics.noteStatement);
  await migrateToLatest(db);
  await enqueue({ db, now: () => new Date() }, 'delete-objects', { keys: [] });
  metrics.noteJob('delete-objects')('done');
  metrics.watchRequests({ watch: (note) => note({ outcome: 'answered', status: 429, milliseconds: 1 }) });
  const key = newStorageKey();
  const storage = metrics.measured(await createDiskStorage(temporaryFolder()));
  await storage.write(key, [Buffer.from('bytes')] as never);
  await storage.delete([key]);
  const text = await metrics.text({ db });
  await db.destroy();
  return text;
}

describe('alerts and dashboard', () => {
  let exported: Set<string>;
  beforeAll(async () => {
    const text = await textOfEveryMetric();
    const types = Array.from(text.matchAll(/^# TYPE (\w+) (\w+)$/gm));
    const names = types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    );
    exported = new Set([...names, ...METRICS_OF_PROMETHEUS]);
  });

  it.each(EXPRESSIONS)('%s uses only metrics that the server exposes', (_name, expression) => {
    const { metrics, labels, errors } = namesIn(expression);
    expect(errors, expression).toBe(0);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((metric) => !exported.has(metric))).toEqual([]);
    const allowed = new Set([...documentedLabels(), ...LABELS_OF_PROMETHEUS]);
    expect(labels.filter((label) => !allowed.has(label))).toEqual([]);
  });

  it('a wrong name, label or word is found', () => {
    expect(namesIn('sum(rate(vitrin_things{colour="red"}[5m]))')).toEqual({
      metrics: ['vitrin_things'],
      labels: ['colour'],
      errors: 0,
    });
    expect(namesIn('sum(rate(vitrin_things[5m])').errors).toBeGreaterThan(0);
    expect(exported.has('vitrin_things')).toBe(false);
  });

  it('each rule names the fault and the remedy, and is tested with values', () => {
    const tried = read('packaging/watching/alerts.test.yaml');
    for (const { alert, annotations } of rules) {
      expect(Object.keys(annotations), alert).toEqual(['summary', 'action']);
      expect(tried).toContain(`alertname="${alert}"`);
    }
  });
});
