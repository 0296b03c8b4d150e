import { hash } from 'node:crypto';
import type { Face, Logo, OwnFace } from '@vitrin/shared/contract/faces.ts';
import { accentShades } from '@vitrin/shared/rules/accent.ts';

export const FACE_COLUMNS = [
  'faces.accent',
  'faces.greeting',
  'faces.contact',
  'faces.logo_key',
  'faces.logo_bytes',
  'faces.logo_width',
  'faces.logo_height',
] as const;

/** A freelancer with what they have chosen to show; all columns of the face are null where they have chosen nothing. */
export type FaceRow = {
  username: string;
  display_name: string | null;
  accent: string | null;
  greeting: string | null;
  contact: string | null;
  logo_key: string | null;
  logo_bytes: number | null;
  logo_width: number | null;
  logo_height: number | null;
};

export type StoredLogo = { key: string; size: number };

const NAME_DIGITS = 32;

/** Names a logo in its address, which hides where the object is stored. */
export function logoNameOf(key: string): string {
  return hash('sha256', `logo ${key}`).slice(0, NAME_DIGITS);
}

/** Returns the face as a client sees it, null without one; `token` is that of a guest's invitation. */
export function toFace(row: FaceRow, token?: string): Face | null {
  const { username, display_name, accent, greeting, contact } = row;
  const logo = toLogo(row, token);
  if (display_name === null && accent === null && greeting === null && contact === null && logo === null)
    return null;
  return {
    name: display_name ?? username,
    logo,
    accent: accent === null ? null : accentShades(accent),
    greeting,
    contact,
  };
}

export function toOwnFace(row: FaceRow): OwnFace {
  const { display_name, accent, greeting, contact } = row;
  return { display_name, accent, greeting, contact, logo: toLogo(row) };
}

function toLogo({ logo_key, logo_width, logo_height }: FaceRow, token?: string): Logo | null {
  if (logo_key === null || logo_width === null || logo_height === null) return null;
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  return { address: `/api/logos/${logoNameOf(logo_key)}/${query}`, width: logo_width, height: logo_height };
}
