import { splitName } from './file-opening.ts';
import classes from './FileName.module.css';

/** A file name on one line, cut before its extension where it is too long. */
export function FileName({ name }: { name: string }) {
  const [base, extension] = splitName(name);
  return (
    <span dir="auto" className={classes.name} title={name}>
      <span className={classes.base}>{base}</span>
      <span>{extension}</span>
    </span>
  );
}
