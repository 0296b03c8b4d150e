import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { BrokenBodyError } from './errors.ts';
import { createFillingBlock, type FilledBlock } from './filling-block.ts';
import { drain } from './leavable-body.ts';

/** Filled blocks of a body that may wait to be read before the connection is paused. */
const MAX_READY = 2;
/** Pieces copied in one turn of the event loop: a client may send hundreds of thousands of one byte each. */
const MAX_PIECES_A_TURN = 1000;
/** A block is passed on at least this often, so that a slow client holds none for long and a crash loses little. */
const GATHER_MILLISECONDS = 250;

/**
 * The bytes of a body in large blocks, each filled while the one before is being worked on. The connection is paused
 * while all blocks are in use. Throws BrokenBodyError after the last bytes that came. Leaving the loop keeps the
 * connection: the refusal must still reach the client, and the next request may follow on it.
 */
export async function* bodyBlocks(body: Readable, tenant: string): AsyncGenerator<Buffer, void> {
  const gathered = gatherBlocks(body, tenant);
  let current: FilledBlock | undefined;
  try {
    while ((current = await gathered.next())) {
      yield current.bytes;
      current.release();
      current = undefined;
    }
    if (body.readableEnded) return;
    throw body.errored && !body.readableAborted ? body.errored : new BrokenBodyError('the connection broke');
  } finally {
    current?.release();
    gathered.leave();
    drain(body);
  }
}

function gatherBlocks(body: Readable, tenant: string) {
  const filling = createFillingBlock(tenant, () => goOn());
  const ready: FilledBlock[] = [];
  /** Bytes that have arrived and are not in a block yet. */
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
  /** The blocks that are there are passed on without waiting for another one. */
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
    /** The next block; undefined at the end of the body or of the connection. */
    async next(): Promise<FilledBlock | undefined> {
      if (ready.length === 0 && !isOver) await something();
      const next = ready.shift();
      goOn();
      return next;
    },
    leave() {
      body.off('data', onData).off('end', onOver).off('error', onOver).off('close', onOver);
      clearImmediate(nextTurn);
      // Without a handler a connection that breaks later would end the process.
      body.on('error', () => {});
      end();
      for (const { release } of ready.splice(0)) release();
    },
  };
}

/**
 * Frees the memory of a copied piece. Node allocates it outside of V8's heap, and V8 searches the whole heap for
 * garbage each time 32 MB of that have gathered: a third of the processor time of a large upload.
 */
function freeAtOnce(body: Readable, { buffer, length }: Buffer): void {
  const isItsOwn = body instanceof IncomingMessage && buffer.byteLength === length;
  if (isItsOwn && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
