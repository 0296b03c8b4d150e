import path from 'node:path';

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^'?]+)'/g;

/** Files (paths from the root with slashes) that `file` imports by a relative path, types among them. */
export function importsOf(file: string, text: string): string[] {
  const folder = path.posix.dirname(file);
  return Array.from(text.matchAll(IMPORT), ([, specifier = '']) => path.posix.join(folder, specifier));
}

/** One circle of files that import each other, such as `['a.ts', 'b.ts', 'a.ts']`; undefined where there is none. */
export function circleAmong(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const finished = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (finished.has(file)) return undefined;
    for (const target of imports.get(file) ?? []) {
      const circle = visit(target, [...way, file]);
      if (circle) return circle;
    }
    finished.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
}
