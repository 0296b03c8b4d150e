/** In place of components/use-looks.ts: what is looked at in a copy stays with whoever looks. */
export function useLooks(): void {}
