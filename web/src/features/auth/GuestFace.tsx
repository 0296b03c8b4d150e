import type { Face } from '@vitrin/shared/contract/faces.ts';
import { type ReactNode, useEffect } from 'react';
import { showAccent } from '../../components/show-accent.ts';
import classes from './GuestFace.module.css';

type Props = {
  face: Face | null;
  /** False where the page shows logo and name itself. */
  hasMark?: boolean;
  children: ReactNode;
};

/** Shows a linked page with the face and accent of the client's freelancer instead of the product's mark. */
export function GuestFace({ face, hasMark = true, children }: Props) {
  useEffect(() => showAccent(face), [face]);
  return (
    <div data-face={face !== null || undefined}>
      {face && hasMark && <Mark face={face} />}
      {children}
    </div>
  );
}

function Mark({ face: { name, logo } }: { face: Face }) {
  return (
    <div className={classes.face}>
      {logo && (
        <img className={classes.logo} src={logo.address} width={logo.width} height={logo.height} alt="" />
      )}
      <span dir="auto" className={classes.name}>
        {name}
      </span>
    </div>
  );
}
