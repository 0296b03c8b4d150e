export type Log = { info: (facts: object, sentence: string) => void };
