import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BYTE_ORDER_MARK, csvLine } from '@vitrin/shared/rules/csv-line.ts';
import { Day } from '@vitrin/shared/contract/common.ts';
import { type InvoiceLine, listInvoicesOf, readInvoicesOf } from '@vitrin/server/features/checkout/admin.ts';
import { type Command, readOptions, requireNoMore, UsageError } from './command.ts';
import { PAGE_OPTION, pageAnswer, rangeOf } from './lists.ts';

const DAYS = { from: { type: 'string' }, through: { type: 'string' } } as const;

const COLUMNS = [
  'reference',
  'uuid',
  'date',
  'buyer',
  'tax_number',
  'tax_office',
  'plan',
  'net',
  'vat_percent',
  'vat',
  'gross',
  'currency',
  'returned',
  'returned_at',
  'transaction',
  'is_test',
  'is_made',
] as const satisfies (keyof InvoiceLine)[];

export const invoicesList: Command = {
  usage: [
    'invoices list --from DAY --through DAY [--page N]        invoices of payments on these days, with what came back',
  ],
  async run(context, words) {
    const { values, positionals } = readOptions(words, { ...PAGE_OPTION, ...DAYS });
    requireNoMore(positionals);
    const range = rangeOf(values.page);
    return pageAnswer(range, await listInvoicesOf(context, periodOf(values), range), {
      head: ['draft', 'date', 'buyer', 'total', 'currency', 'returned', 'made'],
      cells: ({ reference, date, buyer, gross, currency, returned, is_made }) => [
        reference,
        date.slice(0, 10),
        buyer,
        gross,
        currency,
        returned,
        is_made ? 'yes' : 'no',
      ],
      empty: 'There are no invoices of these days.',
    });
  },
};

export const invoicesExport: Command = {
  usage: [
    'invoices export FOLDER --from DAY --through DAY        writes XML, PDF and a table of invoices for the accountant',
  ],
  async run(context, words) {
    const { values, positionals } = readOptions(words, DAYS);
    const [folder, ...more] = positionals;
    if (folder === undefined) throw new UsageError('A folder is missing.');
    requireNoMore(more);
    const period = periodOf(values);
    await mkdir(folder, { recursive: true });
    let table = BYTE_ORDER_MARK + csvLine(COLUMNS);
    let count = 0;
    const missing: string[] = [];
    for await (const { line, documents } of readInvoicesOf(context, period)) {
      table += csvLine(COLUMNS.map((column) => String(line[column] ?? '')));
      if (documents) {
        await writeFile(join(folder, `${line.reference}.xml`), documents.xml);
        await writeFile(join(folder, `${line.reference}.pdf`), documents.pdf);
        count += 1;
      } else missing.push(line.reference);
    }
    await writeFile(join(folder, 'invoices.csv'), table);
    const lacking = missing.length === 0 ? '' : ` Not made yet: ${missing.join(', ')}.`;
    return {
      text: `${count} ${count === 1 ? 'invoice is' : 'invoices are'} in ${folder}, with invoices.csv.${lacking}`,
      json: { folder, count, missing },
    };
  },
};

/** Days in Türkiye, where invoices are dated, as times. Throws UsageError for what are no days. */
function periodOf({ from, through }: { from?: string | undefined; through?: string | undefined }) {
  const [first, last] = [Day.safeParse(from), Day.safeParse(through)];
  if (!first.success || !last.success || first.data > last.data)
    throw new UsageError('--from and --through are days such as 2026-11-01, in this order.');
  const at = (day: string, days: number) => {
    const time = Date.parse(`${day}T00:00:00+03:00`) + days * 24 * 3600 * 1000;
    return new Date(time).toISOString();
  };
  return { from: at(first.data, 0), before: at(last.data, 1) };
}
