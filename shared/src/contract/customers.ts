import { z } from 'zod';
import { Id, Timestamp, pageOf } from './common.ts';
import { emailKey } from '../rules/texts/names.ts';
import { Email, Username } from './users.ts';

const InvitedEmail = Email.transform(emailKey);

/** A person of a customer as the freelancer sees it (specification 3.22). */
export const Person = z.object({
  id: Id,
  username: z.string(),
  /** Last choice of the freelancer or the customer; null to show the username. */
  display_name: z.string().nullable(),
  /** Null for a verified email, which can reset the password (specification 3.8). */
  reset_token: z.string().nullable(),
  registered: z.boolean(),
  last_seen: Timestamp.nullable(),
  /** Answer of a mail server that permanently refused the last mail; null otherwise. */
  refused: z.object({ at: Timestamp, refusal: z.string() }).nullable(),
  /** Mailed invitation; null if there is none or it was withdrawn. Used once `registered`. */
  invitation: z
    .object({
      email: z.string(),
      sent_at: Timestamp.nullable(),
      /** Time at which the link's page was shown; opening the link alone does not count. */
      opened_at: Timestamp.nullable(),
      refused: z.object({ at: Timestamp, refusal: z.string() }).nullable(),
    })
    .nullable(),
  created_at: Timestamp,
});
export type Person = z.infer<typeof Person>;

/** A customer as the owning freelancer sees it (specification 2.10), with its people by name. */
export const Customer = Person.extend({ project_count: z.int(), people: z.array(Person) });
export type Customer = z.infer<typeof Customer>;

export const CustomerPage = pageOf(Customer);
export type CustomerPage = z.infer<typeof CustomerPage>;

/** The invitation is mailed to the address, if there is one. */
export const CreateCustomer = z.object({ username: Username, email: InvitedEmail.optional() });
export type CreateCustomer = z.infer<typeof CreateCustomer>;

export const MailInvitation = z.object({ email: InvitedEmail });
