import { reportLook } from '../../../lib/looks/report-look.ts';

/** Tells the server that a link is opened; it leaves out what its freelancer opens. */
export function reportOpened(linkId: number): void {
  void reportLook({ kind: 'link_opened', id: linkId });
}
