import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProductionPackage } from './production-packages.ts';

/** Licences that an installation may be passed on under, by their names in SPDX. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'GPL-2.0-or-later',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
]);

/** Licences of packages without an SPDX name in their package.json, as stated in their files. */
const READ_IN_FILES: Record<string, string> = {
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
};

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** SPDX name of a package's licence. Throws if it cannot be determined. */
export function licenceOf({ name, license }: Pick<ProductionPackage, 'name' | 'license'>): string {
  const licence = READ_IN_FILES[name] ?? license;
  if (licence === undefined) throw new Error(`${name} does not say its licence.`);
  if (!ALLOWED.has(licence))
    throw new Error(
      `The licence of ${name}, ${licence}, is not among those that scripts/packaging/licences.ts knows.`,
    );
  return licence;
}

/** The licences of all packages with their texts, as Markdown. */
export function listLicences(root: string, packages: readonly ProductionPackage[]): string {
  const rows = packages.map((each) => `| ${each.name} | ${each.version} | ${licenceOf(each)} |`);
  const texts = packages.flatMap((each) =>
    textsOf(root, each).map(
      (text) => `## ${each.name} ${each.version}\n\n\`\`\`\`text\n${text.trim()}\n\`\`\`\`\n`,
    ),
  );
  return [
    '# Licences of what Vitrin comes with\n',
    '| Package | Version | Licence |',
    '| ------- | ------- | ------- |',
    ...rows,
    '',
    ...texts,
  ].join('\n');
}

function textsOf(root: string, { folder }: ProductionPackage): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(path.join(root, folder, name), 'utf8'))
    .toSorted();
}
