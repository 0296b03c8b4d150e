import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ConnectionBrokenError } from '../errors.ts';
import { BLOCK_BYTES, giveBlockBack, takeBlock } from '../bytes/block-pool.ts';

/** How many blocks may wait for whoever reads them before the connection has to. */
const MAX_WAITING = 2;
/** What trickles in is passed on this often, so that a crash loses no more of it. */
const GATHER_MILLISECONDS = 1000;
/** What is still read of a body that was refused half-way, before the connection is cut. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/**
 * The bytes of a body in large blocks, each gathered while the one before is worked on. A block holds its bytes only
 * until the next one is asked for: whoever needs them longer copies them.
 * Throws ConnectionBrokenError, after the last bytes that came. Leaving the loop keeps the connection, because the
 * refusal must still reach the client, and the next request may follow on it once this body is through.
 */
export async function* bodyBlocks(body: Readable): AsyncGenerator<Buffer, void> {
  const gathered = gatherBlocks(body);
  let lent: Gathered | undefined;
  try {
    while ((lent = await gathered.next())) {
      yield lent.bytes;
      giveBlockBack(lent.block);
      lent = undefined;
    }
    if (body.readableEnded) return;
    throw body.errored && !body.readableAborted ? body.errored : new ConnectionBrokenError();
  } finally {
    if (lent) giveBlockBack(lent.block);
    gathered.leave();
    if (!body.readableEnded && !body.destroyed) drain(body);
  }
}

type Gathered = { block: Buffer; bytes: Buffer };

function gatherBlocks(body: Readable) {
  const waiting: Gathered[] = [];
  let filling: Buffer | undefined;
  let filled = 0;
  let isOver = body.destroyed || body.readableEnded;
  let timer: NodeJS.Timeout | undefined;
  let wake = () => {};

  const passOn = () => {
    clearTimeout(timer);
    timer = undefined;
    if (filling) waiting.push({ block: filling, bytes: filling.subarray(0, filled) });
    filling = undefined;
    filled = 0;
    if (waiting.length > 0 || isOver) wake();
  };
  const onData = (chunk: Buffer) => {
    for (let taken = 0; taken < chunk.length;) {
      filling ??= takeBlock();
      const piece = chunk.subarray(taken, taken + BLOCK_BYTES - filled);
      filling.set(piece, filled);
      filled += piece.length;
      taken += piece.length;
      if (filled === BLOCK_BYTES) passOn();
    }
    freeAtOnce(body, chunk);
    if (filled > 0) timer ??= setTimeout(passOn, GATHER_MILLISECONDS);
    if (waiting.length >= MAX_WAITING) body.pause();
  };
  const onOver = () => {
    isOver = true;
    passOn();
  };
  const something = () => new Promise<void>((resolve) => (wake = resolve));
  body.on('data', onData).on('end', onOver).on('error', onOver).on('close', onOver);

  return {
    /** Undefined at the end, be it the body's or the connection's. */
    async next(): Promise<Gathered | undefined> {
      if (waiting.length === 0 && !isOver) await something();
      const next = waiting.shift();
      if (body.isPaused()) body.resume();
      return next;
    },
    leave() {
      clearTimeout(timer);
      body.off('data', onData).off('end', onOver).off('error', onOver).off('close', onOver);
      // A connection that breaks later is nobody's concern any more.
      body.on('error', () => {});
      if (filling) giveBlockBack(filling);
      for (const { block } of waiting) giveBlockBack(block);
    },
  };
}

/**
 * Node gives every piece of a request memory of its own outside V8's heap, and V8 searches the whole heap for what can
 * be freed each time 32 MB of that have gathered: a third of the processor time of a large upload. What has been
 * copied is given back at once instead.
 */
function freeAtOnce(body: Readable, { buffer, length }: Buffer): void {
  const isItsOwn = body instanceof IncomingMessage && buffer.byteLength === length;
  if (isItsOwn && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function drain(body: Readable): void {
  let left = MAX_DRAINED_BYTES;
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.resume();
}
