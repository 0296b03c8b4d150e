import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { nearestWord } from '../admin/nearest-word.ts';
import {
  type Config,
  type Inspection,
  isLoopback,
  VARIABLES as SERVER_VARIABLES,
} from '@vitrin/server/config/config.ts';
import { copyVariables } from '@vitrin/server/config/environment-values.ts';
import { error, type Finding, note, ok, warning } from './finding.ts';

/** Those of the copies of backups too, which the server does not read. */
const VARIABLES = [...SERVER_VARIABLES, ...Object.keys(copyVariables)];

type Machine = { cores: number; memoryBytes: number };

/** Resident memory of an idle worker process, as measured on Linux. */
const IDLE_WORKER_BYTES = 140 * 1024 * 1024;

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost'];

/** Checks every environment variable, and contradictions between them. */
export async function checkConfiguration({
  inspection,
  config,
  machine = { cores: availableParallelism(), memoryBytes: totalmem() },
}: {
  inspection: Inspection;
  config: Config | undefined;
  machine?: Machine;
}): Promise<Finding[]> {
  const found = [
    ...inspection.problems.map((problem) =>
      error(problem, 'Set it right: the server does not start like this.'),
    ),
    ...inspection.copyProblems.map((problem) =>
      error(problem, 'Set it right: backups are neither copied nor read with BACKUP_KEY like this.'),
    ),
    ...misspelt(inspection),
    ...unused(inspection),
    ...(config ? [...doubtful(config, inspection), ...tooManyWorkers(config, machine)] : []),
  ];
  if (found.length > 0) return found;
  const count = VARIABLES.filter((name) => inspection.given.includes(name)).length;
  return [
    ok(`The configuration is right; variables that are set: ${count}, all others have their defaults.`),
  ];
}

/** Variables that nothing reads and that look like one that is read. */
function misspelt({ given }: Inspection): Finding[] {
  const unknown = given.filter((name) => name.length > 5 && !VARIABLES.includes(name));
  return unknown.flatMap((name) => {
    const meant = nearestWord(name, VARIABLES);
    if (meant === undefined || given.includes(meant)) return [];
    return [warning(`${name} is set, and nothing reads it.`, `Call it ${meant} if that is what it means.`)];
  });
}

/** Variables that do nothing, and the one that each waits for. */
const WAITS_FOR: Record<string, string> = {
  S3_ENDPOINT: 'S3_BUCKET',
  S3_REGION: 'S3_BUCKET',
  GOOGLE_ISSUER: 'GOOGLE_CLIENT_ID',
  STRIPE_WEBHOOK_SECRET: 'STRIPE_SECRET_KEY',
  STRIPE_API_BASE: 'STRIPE_SECRET_KEY',
  IYZICO_SECRET_KEY: 'IYZICO_API_KEY',
  IYZICO_MERCHANT_ID: 'IYZICO_API_KEY',
  IYZICO_API_BASE: 'IYZICO_API_KEY',
  IYZICO_PAYMENT_PAGE: 'IYZICO_API_KEY',
};

function unused({ given }: Inspection): Finding[] {
  return Object.entries(WAITS_FOR)
    .filter(([name, needed]) => given.includes(name) && !given.includes(needed))
    .map(([name, needed]) =>
      warning(`${name} is set without ${needed} and does nothing.`, `Set ${needed} too, or remove ${name}.`),
    );
}

/** Values that are right one by one, and hardly what their owner wants together. */
function doubtful(config: Config, { given }: Inspection): Finding[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  const isPublic = !isLoopback(config.publicUrl);
  const looks: [boolean, Finding][] = [
    [
      !config.isPublicUrlGiven && !LOOPBACK_HOSTS.includes(config.host),
      error(
        `HOST ${config.host} lets others in, and PUBLIC_URL is not set, so every page they ask for is refused.`,
        'Set PUBLIC_URL to the address that people use.',
      ),
    ],
    [
      isPublic && protocol === 'http:',
      warning(
        `PUBLIC_URL is plain http, so passwords and sessions travel in the clear.`,
        'Have a proxy end TLS, and set PUBLIC_URL to its https address.',
      ),
    ],
    [
      isPublic && isIP(hostname.replaceAll(/[[\]]/g, '')) > 0,
      note(
        'PUBLIC_URL is a bare IP address.',
        'Give it a name: mails with links to an address look like spam.',
      ),
    ],
    [
      protocol === 'https:' && config.trustProxy === undefined,
      warning(
        'PUBLIC_URL is https and TRUST_PROXY is not set, so all people behind the proxy share one rate limit.',
        'Set TRUST_PROXY to the number of proxies in front.',
      ),
    ],
    [
      isPublic && config.smtpUrl === undefined,
      error(
        'SMTP_URL is not set, so mails are written to files and reach nobody.',
        'Set SMTP_URL to the mail server.',
      ),
    ],
    [
      config.smtpUrl !== undefined && !given.includes('MAIL_FROM') && !isPublic,
      warning(
        `Mails are sent from ${config.mailFrom}, which no mail server takes from outside.`,
        'Set MAIL_FROM, or PUBLIC_URL.',
      ),
    ],
    [
      isPublic && config.payments === 'sandbox',
      warning(
        'PAYMENTS is sandbox at a public address, so anybody takes a paid plan without paying.',
        'Set the keys of a payment provider, or PAYMENTS=off.',
      ),
    ],
    [
      config.stripe !== undefined && !config.payments.includes('stripe'),
      warning(
        `Stripe's keys are set, and PAYMENTS is ${config.payments}.`,
        'Set PAYMENTS=stripe, or remove the keys.',
      ),
    ],
    [
      config.iyzico !== undefined && !config.payments.includes('iyzico'),
      warning(
        `iyzico's keys are set, and PAYMENTS is ${config.payments}.`,
        'Set PAYMENTS=iyzico, or remove the keys.',
      ),
    ],
    [
      !config.rateLimits,
      warning(
        'RATE_LIMITS is off, so anybody may guess passwords as fast as they like.',
        'Remove RATE_LIMITS, which is for load tests.',
      ),
    ],
    [
      config.databaseUrl !== undefined && config.s3 === undefined,
      note(
        'The database is PostgreSQL and files are on this disk, so only one server can run.',
        'Set S3_BUCKET before a second one is started.',
      ),
    ],
    [
      config.s3?.endpoint?.startsWith('http:') === true && !isLoopback(config.s3.endpoint),
      warning('S3_ENDPOINT is plain http, so files travel in the clear.', 'Use its https address.'),
    ],
  ];
  return looks.filter(([isFound]) => isFound).map(([, finding]) => finding);
}

function tooManyWorkers({ workers }: Config, { cores, memoryBytes }: Machine): Finding[] {
  const found: Finding[] = [];
  if (workers > cores)
    found.push(
      note(
        `WORKERS is ${workers} on a machine of ${cores} cores, so processes only take turns on them.`,
        'Set WORKERS=auto for one on each core.',
      ),
    );
  if (workers > 1 && workers * IDLE_WORKER_BYTES > memoryBytes / 2)
    found.push(
      warning(
        `With ${workers} workers the processes hold more than half of the machine's memory before anybody comes.`,
        'Set WORKERS to fewer: each holds about 155 MB, and more while it works.',
      ),
    );
  return found;
}
