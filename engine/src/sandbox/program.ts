import type { Level } from './level.ts';

/** A program that reads a file of a stranger. */
export type Program = {
  /** Its name in the folders of programs, or its path. */
  command: string;
  /** Arguments for the paths of the input and the output as the program finds them. */
  args: (input: string, output: string) => string[];
  /** Its environment, which has nothing else. */
  environment: Record<string, string>;
  /** Files and folders that it reads besides itself, the libraries and the fonts of the system. */
  reads?: readonly string[];
  /** Name of its input inside bubblewrap; `input` where nothing is said. */
  inputName?: string;
  /** The one file that it may write, which is made empty for it, and most bytes of it. */
  output?: { path: string; bytes: number };
  /** Bytes of memory that it may write files to, inside bubblewrap; 1 MB where nothing is said. */
  workBytes?: number;
  /** The level at which it runs, the strongest that works here where nothing is said. */
  level?: Level;
  /** Processor time after which it is ended; 20 s where nothing is said. */
  processorSeconds?: number;
  /** Time after which it is ended whatever it does; 120 s where nothing is said. */
  milliseconds?: number;
  /** Addresses that it may reserve; 8 GB where nothing is said. */
  addressesKilobytes?: number;
  /** Memory that it may hold with all that it starts; 500 MB where nothing is said. */
  memoryBytes?: number;
  /** Takes what it writes to its standard output as it comes, which is kept otherwise, and says whether that is progress. */
  onOutput?: (chunk: Buffer) => boolean | undefined;
  /** Processor time without progress after which it is ended; where nothing is said it may take what it has without any. */
  silentSeconds?: number;
  /** Ends it; the reason is what its run rejects with. */
  signal?: AbortSignal | undefined;
};
