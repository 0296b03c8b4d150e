import type { Face } from '@vitrin/shared/contract/faces.ts';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import classes from './Brand.module.css';

/** Mark and name of the product, or for a client those of their freelancer, linked to the start. */
export function Brand({ face }: { face?: Face | null }) {
  const name = face?.name ?? 'Vitrin';
  return (
    <Link to={paths.home} className={classes.brand} aria-label={name}>
      {face ? (
        face.logo && (
          <img
            className={classes.logo}
            src={face.logo.address}
            width={face.logo.width}
            height={face.logo.height}
            alt=""
          />
        )
      ) : (
        <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
          <rect className={classes.ground} width="32" height="32" rx="8" />
          <path className={classes.line} d="M8 9.5h16M9.5 9.5v13h13v-13" />
          <path className={classes.line} d="M12.5 13l3.5 6 3.5-6" />
        </svg>
      )}
      <span>{name}</span>
    </Link>
  );
}
