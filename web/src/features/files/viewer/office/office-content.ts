/** A value of a cell as its sheet has it, without the format in which it is shown there. */
export type Cell = string | number | boolean | Date | null;

export type Sheet = { name: string; rows: Cell[][]; isCut: boolean };

/** Content of an office document: HTML as it came from outside, tables, or the paragraphs of each slide. */
export type OfficeContent =
  | { kind: 'words'; html: string }
  | { kind: 'sheets'; sheets: Sheet[] }
  | { kind: 'slides'; slides: string[][] };
