import type { Face } from '@vitrin/shared/contract/faces.ts';
import classes from './InvitingFace.module.css';

/** Whose invitation it is, above everything else: the product's own mark in the header is hidden meanwhile. */
export function InvitingFace({ face: { name, logo } }: { face: Face }) {
  return (
    <div className={classes.face}>
      {logo && (
        <img className={classes.logo} src={logo.address} width={logo.width} height={logo.height} alt="" />
      )}
      <span className={classes.name}>{name}</span>
    </div>
  );
}
