export type DayEvent = {
  /** Stays the same through edits of the event. */
  uid: string;
  day: string;
  summary: string;
  url: string;
  editedAt: string;
};

/** Bytes of a line at most, without its end (RFC 5545, 3.1). */
const MOST_LINE_BYTES = 75;

/** Writes iCalendar (RFC 5545) with CRLF and lines of at most 75 bytes; subscribers should ask every `hours` hours. */
export function calendarText(name: string, events: readonly DayEvent[], hours?: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vitrin//Promised days//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...(hours === undefined
      ? []
      : [`REFRESH-INTERVAL;VALUE=DURATION:PT${hours}H`, `X-PUBLISHED-TTL:PT${hours}H`]),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines({ uid, day, summary, url, editedAt }: DayEvent): string[] {
  const stamp = `${editedAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    // Without an end it lasts this day; as a date it is the same one in every time zone.
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `SUMMARY:${escaped(summary)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|[\r\n]/g, String.raw`\n`);
}

/** A line over several, each but the first with a space in front; no letter is cut in half. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= MOST_LINE_BYTES) return line;
  let text = '';
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > MOST_LINE_BYTES) {
      text += '\r\n ';
      bytes = 1;
    }
    text += letter;
    bytes += size;
  }
  return text;
}
