/**
 * Code of PDF.js 6.5 that fetches every child of the topmost page node. Many programs put all pages into one node, so
 * that a document of 300 pages was read at 300 places before its first page was shown.
 */
const EVERY_CHILD =
  'for(let e=h.length-1;e>=0;e--){const n=h[e];t.push(n);a===this.toplevelPagesDict&&n instanceof Ref&&!o.has(n)&&o.put(n,r.fetchAsync(n))}';

/**
 * In a node with as many children as pages, more than trees have, the wanted page is the child at its index, unless
 * that is a node. No known program writes a list that this misreads.
 */
const THE_CHILD =
  'if(c>32&&h.length===c&&h[e-l]instanceof Ref){const n=h[e-l],a=await r.fetchAsync(n);if(a instanceof Dict&&isName(a.getRaw("Type"),"Page")){s.has(n)||s.put(n,1);i.has(n)||i.put(n,e);return[a,n]}}';

/** Patches the worker of PDF.js to find a page of a flat list by its index. Throws for another version of PDF.js. */
export function withFlatPages(worker: string): string {
  const parts = worker.split(EVERY_CHILD);
  if (parts.length !== 2)
    throw new Error('PDF.js reads trees of pages in another way than web/flat-pages.ts says');
  return parts.join(`${THE_CHILD}${EVERY_CHILD}`);
}
