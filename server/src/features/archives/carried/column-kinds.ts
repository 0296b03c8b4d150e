import type { Selectable, SelectType } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../../database/schema.ts';

/** Tables of numbers: the id that something has in an archive, and the one that it gets here. */
export type NewIds = Record<
  'customers' | 'milestones' | 'versions' | 'sections' | 'files' | 'origins',
  { get: (id: number) => number | undefined }
>;

type Rest = { name?: string; absent?: string | number | boolean | null; isLeftOut?: boolean; since?: number };
type Kind<How extends string, Type = undefined, Name = undefined> = Rest & {
  how: How;
} & (Type extends z.ZodType ? { type: Type } : unknown) &
  (Name extends string ? { name: Name } : unknown);

/** Written as it is, and inserted so. `name` is what a record calls it, where that is not the column's name. */
export const kept = <Type extends z.ZodType, Name extends string | undefined = undefined>(
  type: Type,
  name?: Name,
) => ({ how: 'kept', type, name }) as Kind<'kept', Type, Name>;

/** As `kept`, and counts as text of a project. */
export const text = <Type extends z.ZodType>(type: Type) => ({ how: 'text', type }) as Kind<'text', Type>;

/** Formatted text: inserted empty, and set once it is sanitised and its pictures have their new ids. Counts as text. */
export const richText = <Type extends z.ZodType>(type: Type) =>
  ({ how: 'richText', type }) as Kind<'richText', Type>;

/** The id of something else in the archive; inserted is the id that it has here. */
export const idOf = <Type extends z.ZodType, Name extends string>(to: keyof NewIds, type: Type, name: Name) =>
  ({ how: 'idOf', to, type, name }) as Kind<'idOf', Type, Name> & { to: keyof NewIds };

/** Written and checked; an import finds out itself what it inserts. */
export const noted = <Type extends z.ZodType, Name extends string | undefined = undefined>(
  type: Type,
  name?: Name,
) => ({ how: 'noted', type, name }) as Kind<'noted', Type, Name>;

/** Key of the object that becomes an entry: read by an export, and inserted from the entry. */
export const ofEntry = { how: 'ofEntry' } as Kind<'ofEntry'>;

/** Follows from where the record stands in the archive, such as the project of a milestone: not written. */
export const implied = { how: 'implied' } as Kind<'implied'>;

/** Not carried, for this reason. */
export const left = (because: string) => ({ how: 'left', because }) as Kind<'left'> & { because: string };

/** A field of the record that is no column of its table. */
export const said = <Type extends z.ZodType>(type: Type) => ({ how: 'said', type }) as Kind<'said', Type>;

/** Not written where it is null; `absent` is what is inserted then. */
export const unlessNull = <Of extends Rest & { type: z.ZodType }>(of: Of, absent: number | null = null) =>
  ({ ...of, type: of.type.optional(), absent, isLeftOut: true }) as Optional<Of>;

/** Archives of earlier formats do not have it; `absent` is what is inserted of those. */
export const since = <Of extends Rest & { type: z.ZodType }>(
  format: number,
  absent: Rest['absent'],
  of: Of,
) => ({ absent, ...of, type: of.type.optional(), since: format }) as Optional<Of>;

type Optional<Of extends { type: z.ZodType }> = Omit<Of, 'type'> & { type: z.ZodOptional<Of['type']> };

type Spec = Rest & { how: string; type?: z.ZodType; to?: keyof NewIds; because?: string };
type Specs<Table extends keyof Schema> = {
  [Column in keyof Schema[Table]]: Rest & {
    how: string;
    type?: z.ZodType<SelectType<Schema[Table][Column]> | undefined>;
  };
};

type ColumnsWith<Of, How extends string> = {
  [Column in keyof Of]: Of[Column] extends { how: How } ? Column : never;
}[keyof Of];
type NameOf<Of, Column extends keyof Of> = Of[Column] extends { name: infer Name extends string }
  ? Name
  : Column;
type Shape<Of> = {
  [
    Column in keyof Of as Of[Column] extends { type: z.ZodType } ? NameOf<Of, Column> : never
  ]: Of[Column] extends {
    type: infer Type extends z.ZodType;
  }
    ? Type
    : never;
};

const WRITTEN = ['kept', 'text', 'richText', 'idOf', 'noted'] as const;
const SELECTED = [...WRITTEN, 'ofEntry'] as const;
const INSERTED = ['kept', 'text', 'richText'] as const;
const NOT_CARRIED = ['left', 'said'];

type Field = Spec & { column: string; name: string };

/** Defines the columns in record order, which decide what an export writes and what an import accepts and inserts. */
export function carried<Record extends string, Table extends keyof Schema, Of extends Specs<Table>>(
  record: Record,
  table: Table,
  specs: Of,
) {
  const fields = Object.entries<Spec>(specs).map(([column, spec]): Field => ({
    ...spec,
    column,
    name: spec.name ?? column,
  }));
  const namesOf = (hows: readonly string[]) =>
    fields.filter(({ how }) => hows.includes(how)).map(({ column }) => column);
  const shape = Object.fromEntries(fields.flatMap(({ name, type }) => (type ? [[name, type]] : [])));
  return {
    record,
    table,
    specs,
    fields,
    columns: namesOf(SELECTED) as ColumnsWith<Of, (typeof SELECTED)[number]>[],
    carriedColumns: fields.filter(({ how }) => !NOT_CARRIED.includes(how)).map(({ column }) => column),
    hasRichText: fields.some(({ how }) => how === 'richText'),
    schema: z.strictObject({ record: z.literal(record), ...(shape as Shape<Of>) }),
  };
}

type Carried<Of = unknown> = {
  record: string;
  table: keyof Schema;
  specs: Of;
  fields: readonly Field[];
  schema: z.ZodType;
};
type SpecsOf<Entity extends Carried> = Entity['specs'];
type Values<Entity extends Carried, How extends string> = Pick<
  Selectable<Schema[Entity['table']]>,
  ColumnsWith<SpecsOf<Entity>, How> & keyof Schema[Entity['table']]
>;

export type RowOf<Entity extends Carried> = Values<Entity, (typeof SELECTED)[number]>;
type RecordOf<Entity extends Carried> = z.output<Entity['schema']>;
type Said<Entity extends Carried> = Pick<
  RecordOf<Entity>,
  ColumnsWith<SpecsOf<Entity>, 'said'> & keyof RecordOf<Entity>
>;

export function recordOf<Entity extends Carried>(
  { record, fields }: Entity,
  row: Values<Entity, (typeof WRITTEN)[number]> & Said<Entity>,
): RecordOf<Entity> {
  const written: Record<string, unknown> = { record };
  for (const { column, name, type, isLeftOut } of fields) {
    const value = (row as Record<string, unknown>)[column];
    if (type && !(isLeftOut && value === null)) written[name] = value;
  }
  return written as RecordOf<Entity>;
}

export function valuesOf<Entity extends Carried>(
  { fields }: Entity,
  record: RecordOf<Entity>,
): Values<Entity, (typeof INSERTED)[number]> {
  const values: Record<string, unknown> = {};
  for (const field of fields)
    if (INSERTED.some((how) => how === field.how))
      values[field.column] = field.how === 'richText' ? '' : fieldOf(field, record);
  return values as Values<Entity, (typeof INSERTED)[number]>;
}

/** Returns the new ids of what a record names; undefined when something of it was not imported. */
export function newIdsOf<Entity extends Carried>(
  { fields }: Entity,
  record: RecordOf<Entity>,
  ids: NewIds,
): Values<Entity, 'idOf'> | undefined {
  const values: Record<string, number | null> = {};
  for (const field of fields) {
    if (!field.to) continue;
    const id = fieldOf(field, record) as number | null;
    const here = id === null ? null : ids[field.to].get(id);
    if (here === undefined) return undefined;
    values[field.column] = here;
  }
  return values as Values<Entity, 'idOf'>;
}

/** The texts of a record that count in a plan. */
export function textsOf<Entity extends Carried>({ fields }: Entity, record: RecordOf<Entity>): string[] {
  return fields
    .filter(({ how }) => how === 'text' || how === 'richText')
    .map((field) => fieldOf(field, record))
    .filter((value) => typeof value === 'string');
}

function fieldOf({ name, absent = null }: Field, record: unknown): unknown {
  return (record as Record<string, unknown>)[name] ?? absent;
}
