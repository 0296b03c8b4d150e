import type { HostileRequest } from './hostile-requests.ts';
import { HOSTILE_JSON, HOSTILE_TEXTS } from './hostile-texts.ts';

const WEBHOOK = '/api/webhooks/stripe/';
const SIZES = [60_000, 1_048_000];
const SIGNATURES_LENGTH = 14_000;

/** Webhook events, which anybody may send, with every hostile text as their whole body. */
export function* hostileEvents(): Generator<HostileRequest> {
  const now = Math.floor(Date.now() / 1000);
  const signed = `t=${now},v1=${'a'.repeat(64)}`;
  const post = (what: string, signature: string, body: string): HostileRequest => ({
    what: `POST ${WEBHOOK} ${what}`,
    method: 'POST',
    url: WEBHOOK,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });
  for (const size of SIZES)
    for (const [text, make] of Object.entries({ ...HOSTILE_TEXTS, ...HOSTILE_JSON }))
      yield post(`${text}, ${size}`, signed, make(size));
  for (const part of ['v1=', `v1=${'a'.repeat(64)},`, `t=${now},`, '=,', ',']) {
    const signatures = part.repeat(SIGNATURES_LENGTH / part.length);
    yield post(`signatures of ${part}`, `t=${now},${signatures}`, '{}');
  }
}
