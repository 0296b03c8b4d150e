import { reportLook } from '../../../lib/looks/report-look.ts';

/** Reports an opened link; the server leaves out those that its freelancer opens. */
export function reportOpened(linkId: number): void {
  void reportLook({ kind: 'link_opened', id: linkId });
}
