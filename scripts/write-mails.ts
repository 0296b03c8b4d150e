import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exampleMails, exampleNotices, exampleReports } from '../server/src/testing/example-mails.ts';

/** `npm run mails [-- FOLDER]`: writes an example of every mail, as HTML and as text, in both languages, to look at. */
const folder = path.resolve(process.argv[2] ?? 'mails');
mkdirSync(folder, { recursive: true });
for (const language of ['en', 'tr'] as const) {
  const mails = {
    ...exampleMails(language, 'http://localhost:3000'),
    ...exampleNotices(language, 'http://localhost:3000'),
    ...exampleReports(language, 'http://localhost:3000'),
  };
  for (const [name, { subject, text, html }] of Object.entries(mails)) {
    writeFileSync(path.join(folder, `${name}.${language}.html`), html);
    writeFileSync(path.join(folder, `${name}.${language}.txt`), `${subject}\n\n${text}`);
  }
}
process.stdout.write(`Mails written to ${folder}\n`);
