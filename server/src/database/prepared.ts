import type { Compilable, CompiledQuery } from 'kysely';
import { type Database, isPostgres } from './connect.ts';

/** The place of a value in a statement that is built before the value is known. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const places = new Proxy({}, { get: (_target, name) => new Place(String(name)) });

const compiled = new Map<string, CompiledQuery>();

/**
 * Runs a statement that is built and compiled only once: for those that nearly every request needs, where building it
 * costs more than the database does. `key` names the statement with everything that changes its text, and there must
 * be few of them; `build` gets the places of `values` instead of the values, so it may pass them on but not look.
 */
export async function runPrepared<Values extends object, Row>(
  db: Database,
  key: string,
  values: Values,
  build: (at: Values) => Compilable<Row>,
): Promise<Row[]> {
  const { parameters, ...query } = compile(isPostgres(db) ? `${key} (pg)` : key, () =>
    build(places as Values),
  );
  const filled = parameters.map((value) => (value instanceof Place ? valueAt(values, value) : value));
  const { rows } = await db.executeQuery<Row>({ ...query, parameters: filled });
  return rows;
}

function compile(key: string, build: () => Compilable): CompiledQuery {
  const known = compiled.get(key);
  if (known) return known;
  const query = build().compile();
  compiled.set(key, query);
  return query;
}

function valueAt(values: object, { name }: Place): unknown {
  return (values as Record<string, unknown>)[name];
}
