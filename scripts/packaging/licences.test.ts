import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { billOfMaterials } from './bill-of-materials.ts';
import { licenceOf, listLicences } from './licences.ts';
import { packagedFiles } from './packaged-files.ts';
import { isNode, productionPackages } from './production-packages.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const packages = productionPackages(ROOT);

describe('licences', () => {
  it('are listed for every package of an installation', () => {
    expect(packages.length).toBeGreaterThan(150);
    expect(packages.filter((each) => licenceOf(each) === '')).toEqual([]);
  });

  it.each([
    ['says nothing', undefined, 'stray does not say its licence.'],
    ['is not to be passed on', 'UNLICENSED', /^The licence of stray, UNLICENSED, is not among those/],
  ])('are refused where a package %s', (_, license, message) => {
    expect(() => licenceOf({ name: 'stray', license })).toThrow(message);
  });

  it('are listed with their texts', () => {
    const list = listLicences(ROOT, packages);
    expect(packages.filter(({ name, version }) => !list.includes(`| ${name} | ${version} |`))).toEqual([]);
    expect(list).toContain('| png-js | ');
    expect(list).toMatch(/^## fastify [\d.]+\n\n````text\n.*MIT License/m);
  });
});

describe('the bill of materials', () => {
  const bill = billOfMaterials('1.2.3', packages);
  const ofNames = (...names: string[]) => bill.components.filter(({ name }) => names.includes(name));

  it('names every package of which files are packaged', () => {
    const named = new Set(bill.components.map(({ name }) => name));
    const packaged = packagedFiles(ROOT).flatMap(
      ({ from }) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(from)?.[1] ?? [],
    );
    expect([...new Set(packaged)].filter((name) => !named.has(name))).toEqual([]);
  });

  it('names each with its licence, its address and its digest', () => {
    expect(bill.metadata.component).toMatchObject({ name: 'vitrin', version: '1.2.3' });
    expect(ofNames('@aws-sdk/client-s3')[0]).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/%40aws-sdk\/client-s3@\d/),
      licenses: [{ license: { id: 'Apache-2.0' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
    expect(bill.components.filter(({ hashes }) => hashes.length !== 1).map(({ name }) => name)).toEqual([]);
  });

  it('has what npm leaves out, and each component once', () => {
    expect(ofNames('pg', 'sharp', 'nodemailer').map(({ name }) => name)).toEqual([
      'nodemailer',
      'pg',
      'sharp',
    ]);
    expect(bill.components.some(isNode)).toBe(true);
    const references = bill.components.map((component) => component['bom-ref']);
    expect(new Set(references).size).toBe(references.length);
  });
});
