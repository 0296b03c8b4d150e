import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ConnectionBrokenError } from '../../errors.ts';
import { createFillingBlock, type FilledBlock } from './filling-block.ts';
import { drain } from './leavable-body.ts';

/** How many blocks of a body may wait to be read before the connection has to. */
const MAX_READY = 2;
/** Pieces taken in one turn of the event loop. A client may send one byte in each, hundreds of thousands in one go. */
const MAX_PIECES_A_TURN = 1000;
/** What came is passed on this often, so that a slow client keeps no block for long and a crash loses little. */
const GATHER_MILLISECONDS = 250;

/**
 * The bytes of a body in large blocks, each gathered while the one before is worked on. While all blocks are in use the
 * connection waits. Throws ConnectionBrokenError, after the last bytes that came. Leaving the loop keeps the connection,
 * because the refusal must still reach the client, and the next request may follow on it once this body is through.
 */
export async function* bodyBlocks(body: Readable, person: string): AsyncGenerator<Buffer, void> {
  const gathered = gatherBlocks(body, person);
  let current: FilledBlock | undefined;
  try {
    while ((current = await gathered.next())) {
      yield current.bytes;
      current.release();
      current = undefined;
    }
    if (body.readableEnded) return;
    throw body.errored && !body.readableAborted ? body.errored : new ConnectionBrokenError();
  } finally {
    current?.release();
    gathered.leave();
    drain(body);
  }
}

function gatherBlocks(body: Readable, person: string) {
  const filling = createFillingBlock(person, () => goOn());
  const ready: FilledBlock[] = [];
  /** What came and is not in a block yet. */
  let rest: { chunk: Buffer; copied: number } | undefined;
  let isOver = body.destroyed || body.readableEnded;
  let timer: NodeJS.Timeout | undefined;
  let piecesOfTurn = 0;
  let nextTurn: NodeJS.Immediate | undefined;
  let wake = () => {};

  const passOn = () => {
    clearTimeout(timer);
    timer = undefined;
    const block = filling.take();
    if (block) ready.push(block);
  };
  const copyRest = () => {
    while (rest && ready.length < MAX_READY) {
      const copied = filling.add(rest.chunk.subarray(rest.copied));
      if (copied === 0) return;
      rest.copied += copied;
      if (rest.copied === rest.chunk.length) {
        freeAtOnce(body, rest.chunk);
        rest = undefined;
      }
      if (filling.isFull()) passOn();
    }
  };
  /** What is there is passed on as it is, without waiting for a block. */
  const end = () => {
    filling.end();
    passOn();
    if (!rest) return;
    const { chunk, copied } = rest;
    rest = undefined;
    ready.push({ bytes: chunk.subarray(copied), release: () => freeAtOnce(body, chunk) });
  };
  const goOn = () => {
    if (isOver) end();
    else copyRest();
    if (rest || ready.length >= MAX_READY || piecesOfTurn >= MAX_PIECES_A_TURN) body.pause();
    else if (body.isPaused()) body.resume();
    if (!filling.isEmpty() && !filling.isWaiting()) timer ??= setTimeout(onGathered, GATHER_MILLISECONDS);
    if (ready.length > 0 || isOver) wake();
  };
  const onGathered = () => {
    if (!filling.isWaiting()) passOn();
    goOn();
  };
  const onNextTurn = () => {
    nextTurn = undefined;
    piecesOfTurn = 0;
    goOn();
  };
  const onData = (chunk: Buffer) => {
    if (chunk.length > 0) rest = { chunk, copied: 0 };
    piecesOfTurn += 1;
    nextTurn ??= setImmediate(onNextTurn);
    goOn();
  };
  const onOver = () => {
    isOver = true;
    goOn();
  };
  const something = () => new Promise<void>((resolve) => (wake = resolve));
  body.on('data', onData).on('end', onOver).on('error', onOver).on('close', onOver);

  return {
    /** Undefined at the end, be it the body's or the connection's. */
    async next(): Promise<FilledBlock | undefined> {
      if (ready.length === 0 && !isOver) await something();
      const next = ready.shift();
      goOn();
      return next;
    },
    leave() {
      body.off('data', onData).off('end', onOver).off('error', onOver).off('close', onOver);
      clearImmediate(nextTurn);
      // A connection that breaks later is nobody's concern any more.
      body.on('error', () => {});
      end();
      for (const { release } of ready.splice(0)) release();
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
