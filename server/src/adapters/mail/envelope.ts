import type { Mail } from './mailer.ts';

/**
 * What every message carries beside its words: a name in front of a bare sender address, and the word (RFC 3834) that
 * keeps "out of office" and other machines from answering.
 */
export function enveloped(from: string, mail: Mail) {
  const sender = from.includes('<') ? from : { name: 'Vitrin', address: from };
  return { from: sender, headers: { 'Auto-Submitted': 'auto-generated' }, ...mail };
}
