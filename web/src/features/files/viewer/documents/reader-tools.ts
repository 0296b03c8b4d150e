import { createContext } from 'react';

/** A menu in which the tools of a document stand, and how it closes. */
export type ReaderTools = { target: HTMLElement; close: () => void };

/** The menu of the viewer's bar on a phone; null where the tools have their own bar. */
export const ReaderToolsContext = createContext<ReaderTools | null>(null);
