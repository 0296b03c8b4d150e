import type { ArchiveEntry } from '../read-archive.ts';

/** Longest path in characters; longer ones are malicious. */
const MOST_LETTERS = 1024;
const IS = ' = ';

/** Collects entries of `7z l -slt`: lines of properties, a blank line between. Names cannot forge lines. */
export function createEntryReader() {
  const entries: ArchiveEntry[] = [];
  const decoder = new TextDecoder();
  let begun = '';
  let properties: Map<string, string> | undefined;
  const addLine = (line: string) => {
    if (line === '' && properties) {
      entries.push(entryOf(properties));
      properties = undefined;
    }
    const end = line.indexOf(IS);
    if (end < 0) return;
    const name = line.slice(0, end);
    if (name === 'Path') properties ??= new Map();
    if (properties?.has(name) === false) properties.set(name, line.slice(end + IS.length));
  };
  return {
    entries,
    /** Takes the next bytes of the list, wherever they end. */
    add(bytes: Uint8Array): void {
      const lines = (begun + decoder.decode(bytes, { stream: true })).split('\n');
      begun = lines.pop() ?? '';
      lines.forEach(addLine);
    },
  };
}

function entryOf(properties: ReadonlyMap<string, string>): ArchiveEntry {
  const path = (properties.get('Path') ?? '').slice(0, MOST_LETTERS);
  const isFolder = properties.get('Folder') === '+' || properties.get('Attributes')?.startsWith('D') === true;
  const modified = momentOf(properties.get('Modified') ?? '');
  return {
    path: isFolder ? `${path}/` : path,
    size: Number(properties.get('Size')) || 0,
    isEncrypted: properties.get('Encrypted') === '+',
    ...(modified !== undefined && { modified }),
  };
}

/** 7-Zip writes times as the clock of the reader shows them: `2026-11-20 10:00:00.0000000`. */
function momentOf(text: string): string | undefined {
  const [day, time] = text.slice(0, 'YYYY-MM-DD HH:mm:ss'.length).split(' ');
  const moment = new Date(`${day}T${time}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
