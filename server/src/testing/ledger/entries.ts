import { createHash } from 'node:crypto';
import type { Person } from '../factories.ts';

/** Position of the first entry of a project's ledger, and its hash, as parameters of GET /api/ledger-lines/. */
export async function firstEntryOf({ browser }: Person, projectId: number) {
  const { body } = await browser.get(`/api/projects/${projectId}/receipt/`);
  const line = body.split('\n').find((one) => one.startsWith('{"number":1,')) ?? '';
  const hash = createHash('sha256').update(line.replace(/,$/, '')).digest('hex');
  return { project: String(projectId), number: '1', hash };
}
