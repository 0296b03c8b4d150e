import type { Customer, Person } from '@vitrin/shared/contract/customers.ts';
import type { Context } from '../../context.ts';
import { issueInvitation } from '../auth/service.ts';
import { isRegistered } from '../users/service.ts';
import type { CustomerRow } from './queries.ts';

export function toCustomer(
  context: Context,
  row: CustomerRow,
  people: readonly CustomerRow[] = [],
): Customer {
  return {
    ...toPerson(context, row),
    project_count: Number(row.project_count),
    people: people.map((person) => toPerson(context, person)),
  };
}

export function toPerson(context: Context, row: CustomerRow): Person {
  const { id, username, display_name, password_hash, verifications, last_seen, created_at } = row;
  const has_verified_email = Number(row.verified_emails) > 0;
  return {
    id,
    username,
    display_name,
    reset_token: issueInvitation(context, { id, password_hash, verifications, has_verified_email }),
    registered: isRegistered(row),
    last_seen,
    refused: row.refused_at === null ? null : { at: row.refused_at, refusal: row.refusal ?? '' },
    invitation: invitationOf(row),
    created_at,
  };
}

function invitationOf(row: CustomerRow): Customer['invitation'] {
  const { invited_email, invited_at, invitation_opened_at, invitation_refused_at, invitation_refusal } = row;
  if (invited_email === null) return null;
  return {
    email: invited_email,
    sent_at: invited_at,
    opened_at: invitation_opened_at,
    refused:
      invitation_refused_at === null
        ? null
        : { at: invitation_refused_at, refusal: invitation_refusal ?? '' },
  };
}
