import type { OfficeFormat } from './office-format.ts';
import type { OfficeContent } from './office-content.ts';
import { readOffice } from './read-office.ts';

export type OfficeQuestion = { format: OfficeFormat; bytes: Uint8Array };
type OfficeAnswer = OfficeContent | { error: string };

addEventListener('message', ({ data: { format, bytes } }: MessageEvent<OfficeQuestion>) => {
  readOffice(format, bytes).then(send, (error: unknown) => send({ error: String(error) }));
});

function send(answer: OfficeAnswer): void {
  postMessage(answer);
}
