import { licenceOf } from './licences.ts';
import type { ProductionPackage } from './production-packages.ts';

/** The part of CycloneDX 1.5 (ECMA-424) that says what an installation is made of. */
type BillOfMaterials = {
  bomFormat: 'CycloneDX';
  specVersion: '1.5';
  version: 1;
  metadata: { component: { type: 'application'; 'bom-ref': string; name: string; version: string } };
  components: Component[];
};

type Component = {
  type: 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  licenses: { license: { id: string } }[];
  hashes: { alg: 'SHA-512'; content: string }[];
};

/**
 * Lists the packages as CycloneDX JSON. `npm sbom --omit=dev` leaves packages out (decision 0178), so it is made from
 * those that are packaged. A package that stands in several folders is listed once.
 */
export function billOfMaterials(version: string, packages: readonly ProductionPackage[]): BillOfMaterials {
  const components = new Map(packages.map((each) => [purlOf(each), componentOf(each)]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': `vitrin@${version}`, name: 'vitrin', version } },
    components: [...components.values()],
  };
}

function componentOf(each: ProductionPackage): Component {
  return {
    type: 'library',
    'bom-ref': purlOf(each),
    name: each.name,
    version: each.version,
    purl: purlOf(each),
    licenses: [{ license: { id: licenceOf(each) } }],
    hashes: digestsOf(each.integrity),
  };
}

/** Package URL by its specification: the @ of a scope is percent-encoded. */
function purlOf({ name, version }: ProductionPackage): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function digestsOf(integrity: string | undefined): Component['hashes'] {
  const [algorithm, digest] = integrity?.split('-') ?? [];
  if (algorithm !== 'sha512' || digest === undefined) return [];
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}
