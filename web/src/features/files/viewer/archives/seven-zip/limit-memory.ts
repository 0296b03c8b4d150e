const PAGE = 64 * 1024;

/** Limits each WebAssembly memory of this thread, since a header of a few bytes may claim gigabytes. */
export function limitMemory(mostBytes: number): void {
  const { prototype } = WebAssembly.Memory;
  const grow = Object.getOwnPropertyDescriptor(prototype, 'grow')?.value as (pages: number) => number;
  prototype.grow = function growWithin(this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * PAGE > mostBytes) throw new RangeError('Too much memory is wanted');
    return grow.call(this, pages);
  };
}
