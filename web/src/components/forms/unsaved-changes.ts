import { createContext, useContext, useEffect, useId } from 'react';

/** Tells the dialog around a form whether `part` of it holds something that is not saved. */
export type ReportChanges = (part: string, isChanged: boolean) => void;

/** Given by the dialog; forms that stand on a screen of their own report to nobody. */
export const ReportChangesContext = createContext<ReportChanges>(() => {});

/** For a form, or a field that keeps its own state: the dialog around it asks before what is changed goes. */
export function useUnsavedChanges(isChanged: boolean): void {
  const part = useId();
  const report = useContext(ReportChangesContext);
  useEffect(() => {
    report(part, isChanged);
    return () => report(part, false);
  }, [report, part, isChanged]);
}
