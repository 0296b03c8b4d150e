import { z } from 'zod';
import { Id, Timestamp, pageOf } from './common.ts';
import { emailKey } from '../rules/texts/names.ts';
import { Email, Username } from './users.ts';

const InvitedEmail = Email.transform(emailKey);

/** A person of a customer as the freelancer sees it (specification 3.22). */
export const Person = z.object({
  id: Id,
  username: z.string(),
  /** Chosen by the freelancer or the customer, the last of them; null where the username is shown. */
  display_name: z.string().nullable(),
  /** Null when the customer has a verified email, by which the password can be reset (specification 3.8). */
  reset_token: z.string().nullable(),
  /** False until the customer has set a password. */
  registered: z.boolean(),
  last_seen: Timestamp.nullable(),
  /** Answer of the mail server to the last mail to this customer, where it refused it for good; null otherwise. */
  refused: z.object({ at: Timestamp, refusal: z.string() }).nullable(),
  /** Invitation that was mailed to this customer; null without one, or where it was withdrawn. Used when `registered`. */
  invitation: z
    .object({
      email: z.string(),
      /** When a mail server took the last mail. */
      sent_at: Timestamp.nullable(),
      /** When the page of the link was shown; opening the link alone does not count. */
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

/** With an address the invitation is mailed to it. */
export const CreateCustomer = z.object({ username: Username, email: InvitedEmail.optional() });
export type CreateCustomer = z.infer<typeof CreateCustomer>;

export const MailInvitation = z.object({ email: InvitedEmail });
