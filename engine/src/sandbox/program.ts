import type { Level } from './level.ts';

/** A program that reads an untrusted file. */
export type Program = {
  command: string;
  /** Arguments for the paths of the input and the output inside the sandbox. */
  args: (input: string, output: string) => string[];
  environment: Record<string, string>;
  /** Files and folders that it reads besides itself, libraries and fonts. */
  reads?: readonly string[];
  /** Name of its input inside bubblewrap; `input` by default. */
  inputName?: string;
  /** The only file that it may write, which exists and is empty, and its most bytes. */
  output?: { path: string; bytes: number };
  /** Memory for files inside bubblewrap in bytes; 1 MB by default. */
  workBytes?: number;
  level?: Level;
  /** Limit of processor time; 20 s by default. */
  processorSeconds?: number;
  /** Wall-clock limit; 120 s by default. */
  milliseconds?: number;
  /** Limit of address space; 8 GB by default. */
  addressesKilobytes?: number;
  /** Limit of memory with that of its child processes; 500 MB by default. */
  memoryBytes?: number;
  /** Receives standard output as it arrives, instead of keeping it; returns true for progress. */
  onOutput?: (chunk: Buffer) => boolean | undefined;
  /** Limit of processor time without progress; none by default. */
  silentSeconds?: number;
  /** Ends the program; its run rejects with the reason. */
  signal?: AbortSignal | undefined;
};
