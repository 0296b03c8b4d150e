import { crc32 } from 'node:zlib';

export type ArchiveEntry = { name: string; bytes: Buffer };

/** A zip with its entries stored, not compressed. */
export function zipArchive(entries: ArchiveEntry[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name);
    const common = commonFields(bytes, nameBytes);
    const local = Buffer.concat([signature(0x04034b50), common, nameBytes, bytes]);
    const madeBy = Buffer.from([20, 0]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([signature(0x02014b50), madeBy, common, place, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const entriesSize = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(entriesSize, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, signature(0x06054b50), end]);
}

/** Version needed to name length: what a local header and a directory entry share (names are UTF-8). */
function commonFields(bytes: Buffer, nameBytes: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(0x0021, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameBytes.length, 22);
  return fields;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
