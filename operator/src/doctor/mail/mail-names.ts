import { error, type Finding, note, ok, reasonOf, warning } from '../finding.ts';
import { type TextRecords, within } from '../installation.ts';

const ANSWER_MILLISECONDS = 8000;
/** Error codes by which DNS says that there is no such record. */
const NOTHING = ['ENOTFOUND', 'ENODATA'];

/** Asks DNS whether receivers can know that mails of a domain are meant to come from here. */
export async function checkMailNames(
  dns: TextRecords,
  domain: string,
  dkimSelectors: readonly string[],
): Promise<Finding[]> {
  return Promise.all([
    describeCheck(domain, 'SPF', () => checkSpf(dns, domain)),
    describeCheck(domain, 'DMARC', () => checkDmarc(dns, domain)),
    ...(dkimSelectors.length === 0
      ? [
          note(
            'DKIM was not looked at, because the name of its key is not known.',
            'Ask your mail provider for the selector and add --dkim-selector NAME.',
          ),
        ]
      : dkimSelectors.map((selector) =>
          describeCheck(domain, 'DKIM', () => checkDkim(dns, domain, selector)),
        )),
  ]);
}

async function describeCheck(domain: string, what: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (failure) {
    return warning(
      `DNS did not say anything about ${what} of ${domain}: ${reasonOf(failure)}.`,
      'Look again later, or from a machine with another resolver.',
    );
  }
}

async function checkSpf(dns: TextRecords, domain: string): Promise<Finding> {
  const records = await textsOf(dns, domain, /^v=spf1(\s|$)/i);
  const [record] = records;
  if (record === undefined)
    return warning(
      `${domain} does not say who may send its mails (no SPF).`,
      'Publish the TXT record that your mail provider names; it starts with v=spf1.',
    );
  if (records.length > 1)
    return error(
      `${domain} has ${records.length} SPF records, and receivers then believe none.`,
      'Make one TXT record of them.',
    );
  if (/(^|\s)\+?all(\s|$)/i.test(record))
    return warning(
      `SPF of ${domain} lets every machine of the world send its mails.`,
      'End the record with -all or ~all.',
    );
  return ok(`${domain} says who may send its mails (SPF); compare it with what your mail provider names.`);
}

async function checkDmarc(dns: TextRecords, domain: string): Promise<Finding> {
  const record = await dmarcOf(dns, domain);
  if (record === undefined)
    return warning(
      `${domain} does not say what happens to forged mails (no DMARC).`,
      `Publish a TXT record at _dmarc.${domain}, to begin with: v=DMARC1; p=none.`,
    );
  const policy = /(?:^|;)\s*p\s*=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase();
  if (policy === undefined || !['none', 'quarantine', 'reject'].includes(policy))
    return error(
      `The DMARC record of ${domain} names no policy that receivers know.`,
      'Give it p=none, p=quarantine or p=reject.',
    );
  if (policy === 'none')
    return note(
      `DMARC of ${domain} only watches (p=none).`,
      'Turn it to p=quarantine once the reports show that all your mails pass.',
    );
  return ok(`DMARC of ${domain} has forged mails put aside (p=${policy}).`);
}

/** The record of the domain, else that of the domain above it, which holds for all below. */
async function dmarcOf(dns: TextRecords, domain: string): Promise<string | undefined> {
  const labels = domain.split('.');
  for (let start = 0; start <= labels.length - 2; start += 1) {
    const [record] = await textsOf(dns, `_dmarc.${labels.slice(start).join('.')}`, /^v=DMARC1\s*(;|$)/i);
    if (record !== undefined) return record;
  }
  return undefined;
}

async function checkDkim(dns: TextRecords, domain: string, selector: string): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`;
  const [record] = await textsOf(dns, name, /(?:^|;)\s*(p|k|v)\s*=/i);
  if (record === undefined)
    return warning(
      `There is no key for signatures at ${name} (DKIM).`,
      'Publish the record that your mail provider names, or correct the selector.',
    );
  if (!/(?:^|;)\s*p\s*=\s*[^;\s]/i.test(record))
    return error(
      `The key for signatures at ${name} is withdrawn: its p is empty (DKIM).`,
      'Publish the key that your mail provider signs with now.',
    );
  return ok(`There is a key for signatures at ${name} (DKIM).`);
}

/** The TXT records of a name that match; none where the name does not exist. */
async function textsOf(dns: TextRecords, name: string, pattern: RegExp): Promise<string[]> {
  try {
    const records = await within(ANSWER_MILLISECONDS, 'no answer within 8 seconds', dns.resolveTxt(name));
    return records.map((parts) => parts.join('')).filter((text) => pattern.test(text));
  } catch (failure) {
    if (NOTHING.includes(String((failure as NodeJS.ErrnoException).code))) return [];
    throw failure;
  }
}
