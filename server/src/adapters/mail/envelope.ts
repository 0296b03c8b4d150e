import type { Mail } from './mailer.ts';

/**
 * The sender with a name in front of a bare address, and the header (RFC 3834) that keeps machines such as "out of
 * office" from answering.
 */
export function enveloped(from: string, mail: Mail) {
  const sender = from.includes('<') ? from : { name: 'Vitrin', address: from };
  return { from: sender, headers: { 'Auto-Submitted': 'auto-generated' }, ...mail };
}
