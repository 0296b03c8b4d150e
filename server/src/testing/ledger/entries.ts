import { createHash } from 'node:crypto';
import type { Person } from '../factories.ts';

/** Where the first entry of a project's ledger stands, and its hash, as GET /api/ledger-lines/ is asked for it. */
export async function firstEntryOf({ browser }: Person, projectId: number) {
  const { body } = await browser.get(`/api/projects/${projectId}/receipt/`);
  const line = body.split('\n').find((one) => one.startsWith('{"number":1,')) ?? '';
  const hash = createHash('sha256').update(line.replace(/,$/, '')).digest('hex');
  return { project: String(projectId), number: '1', hash };
}
