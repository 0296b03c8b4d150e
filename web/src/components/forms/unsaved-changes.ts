import { createContext, useContext, useEffect, useId } from 'react';

/** Tells the surrounding dialog whether `part` of its form holds unsaved changes. */
type ReportChanges = (part: string, isChanged: boolean) => void;

/** Provided by the dialog; a form on a screen of its own has no one to report to. */
export const ReportChangesContext = createContext<ReportChanges>(() => {});

/** For a form, or a field with a state of its own: makes the surrounding dialog ask before changes are discarded. */
export function useUnsavedChanges(isChanged: boolean): void {
  const part = useId();
  const report = useContext(ReportChangesContext);
  useEffect(() => {
    report(part, isChanged);
    return () => report(part, false);
  }, [report, part, isChanged]);
}
