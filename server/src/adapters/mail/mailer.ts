/** One message to one person, in plain words and as HTML. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** Delivers, or throws so that the job is tried again. */
export type Mailer = { send: (mail: Mail) => Promise<void> };
