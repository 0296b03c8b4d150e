/** Takes notes of files that could not be drawn, with facts about them. */
export type Log = { info: (facts: object, sentence: string) => void };
