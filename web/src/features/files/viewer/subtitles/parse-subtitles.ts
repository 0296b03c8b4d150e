/** More lines than a film of a day has. */
const MAX_CUES = 20_000;

const TIME = /(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/;

/** Markup of other programs, which the browser's own would show as text. */
const FOREIGN_TAG = /<\/?font[^<>]*>|\{\\[^{}]*\}/gi;

type Cue = { start: number; end: number; text: string };

/** Returns the cues of subtitles in WebVTT or SubRip, with times in seconds; none for another format. */
export function parseSubtitles(text: string): Cue[] {
  const cues: Cue[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length && cues.length < MAX_CUES; at += 1) {
    const [from = '', to] = (lines[at] ?? '').split('-->', 2);
    if (to === undefined) continue;
    const [start, end] = [secondsOf(from), secondsOf(to)];
    const said: string[] = [];
    for (at += 1; at < lines.length && lines[at]?.trim() !== ''; at += 1) said.push(lines[at] ?? '');
    if (start !== undefined && end !== undefined && end > start)
      cues.push({ start, end, text: said.join('\n').replaceAll(FOREIGN_TAG, '') });
  }
  return cues;
}

function secondsOf(time: string): number | undefined {
  const found = TIME.exec(time);
  if (!found) return undefined;
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = found;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction.padStart(3, '0')}`);
}
