import type { Compilable, CompiledQuery } from 'kysely';
import { onlyProject } from '../current/current-work.ts';
import { type Database, isPostgres } from './connect.ts';

/**
 * All values of the arguments that change a statement's text. Booleans always do, since `build` can only branch on
 * them.
 */
type VariantsOf<Args> = { readonly [Name in keyof Args]?: readonly Args[Name][] } & {
  readonly [Name in keyof Args as Args[Name] extends boolean ? Name : never]: readonly Args[Name][];
};

type Statement<Args extends object, Row> = {
  run: (db: Database, args: Args) => Promise<Row[]>;
};

type CompiledVariant = { variant: object; query: CompiledQuery };

const definitions: { compileAll: (db: Database) => CompiledVariant[] }[] = [];

/** Every variant of every statement that is loaded, compiled anew; a list for each statement. */
export function compileStatements(db: Database): CompiledVariant[][] {
  return definitions.map(({ compileAll }) => compileAll(db));
}

/**
 * Defines a statement compiled once per variant, for requests where building costs more than the database. Values
 * that change its text are listed under `variants`; `build` gets a placeholder for all others, which it may only
 * pass on, and uses nothing but its parameters. `run` throws for a value that is not listed.
 */
export function defineStatement<Args extends object, Row>({
  variants,
  build,
}: {
  variants: VariantsOf<Args>;
  build: (db: Database, at: Args) => Compilable<Row>;
}): Statement<Args, Row> {
  const choices = Object.entries(variants) as Choices<Args>;
  const compiled = { sqlite: new Map<string, CompiledQuery>(), postgres: new Map<string, CompiledQuery>() };
  const compile = (db: Database, variant: Partial<Args>) => build(db, placeholdersBeside(variant)).compile();

  definitions.push({
    compileAll: (db) => combine(choices).map((variant) => ({ variant, query: compile(db, variant) })),
  });
  return {
    async run(db, args) {
      const cached = compiled[isPostgres(db) ? 'postgres' : 'sqlite'];
      const only = onlyProject();
      const key = `${choices.map(([name]) => String(args[name])).join(' ')}${only === null ? '' : ' only'}`;
      let query = cached.get(key);
      if (!query) {
        isCompiling = true;
        try {
          query = compile(db, variantOf(choices, args));
        } finally {
          isCompiling = false;
        }
        cached.set(key, query);
      }
      const valueOf = (value: unknown) => {
        if (value === ONLY_PROJECT) return only;
        return value instanceof Placeholder ? args[value.name as keyof Args] : value;
      };
      const parameters = query.parameters.map(valueOf);
      const { rows } = await db.executeQuery<Row>({ ...query, parameters });
      return rows;
    },
  };
}

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Place of the one project that a request may see; no argument, since it holds for whatever the request runs. */
const ONLY_PROJECT = new Placeholder('the only project');

let isCompiling = false;

/** Returns the one project that may be seen here, null for all; a placeholder while a statement is built. */
export function placeholderOfOnlyProject(): number | null {
  const only = onlyProject();
  return only !== null && isCompiling ? (ONLY_PROJECT as unknown as number) : only;
}

function placeholdersBeside<Args extends object>(variant: Partial<Args>): Args {
  return new Proxy(variant as Args, {
    get: (target, name) => (name in target ? target[name as keyof Args] : new Placeholder(String(name))),
  });
}

type Choices<Args> = [keyof Args & string, readonly Args[keyof Args][]][];

function variantOf<Args extends object>(choices: Choices<Args>, args: Args): Partial<Args> {
  const variant: Partial<Args> = {};
  for (const [name, values] of choices) {
    if (!values.includes(args[name])) throw new Error(`No variant of the statement has this ${name}`);
    variant[name] = args[name];
  }
  return variant;
}

function combine<Args extends object>(choices: Choices<Args>): Partial<Args>[] {
  return choices.reduce<Partial<Args>[]>(
    (variants, [name, values]) =>
      variants.flatMap((variant) => values.map((value) => ({ ...variant, [name]: value }))),
    [{}],
  );
}
