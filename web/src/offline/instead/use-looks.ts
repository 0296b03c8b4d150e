/** Replaces components/use-looks.ts: looks at a copy are not reported. */
export function useLooks(): void {}
