import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sharedTestApp } from '../testing/shared-test-app.ts';
import { compileStatements, defineStatement } from './statement.ts';

const setup = await sharedTestApp();
const { db } = setup;

/** The application loads every feature, so these are all its statements. */
const statements = compileStatements(db);

const greeting = defineStatement({
  variants: { isLoud: [true, false] },
  build: (_db, at: { name: string; isLoud: boolean }) => ({
    compile: () =>
      sql<{
        text: string;
      }>`select ${sql.lit(at.isLoud ? 'HELLO ' : 'hello ')} || cast(${at.name} as text) as text`.compile(db),
  }),
});

describe('a statement', () => {
  test('is built once for each variant, and bound to the values of each run', async () => {
    expect(await greeting.run(db, { name: 'Ada', isLoud: true })).toEqual([{ text: 'HELLO Ada' }]);
    expect(await greeting.run(db, { name: 'Grace', isLoud: true })).toEqual([{ text: 'HELLO Grace' }]);
    expect(await greeting.run(db, { name: 'Grace', isLoud: false })).toEqual([{ text: 'hello Grace' }]);
  });

  test('refuses a value that none of its variants has', async () => {
    const args = { name: 'Ada', isLoud: 'yes' as unknown as boolean };
    await expect(greeting.run(db, args)).rejects.toThrow('No variant of the statement has this isLoud');
  });
});

describe('the statements of the application', () => {
  test('are all found', () => {
    expect(statements.length).toBeGreaterThan(10);
  });

  test('differ in text between variants, so that no role, order or filter is forgotten', () => {
    for (const variants of statements) {
      const texts = new Map<string, object>();
      for (const { variant, query } of variants) {
        expect(texts.get(query.sql), `${query.sql} of ${JSON.stringify(variant)}`).toBeUndefined();
        texts.set(query.sql, variant);
      }
    }
  });

  test('have the same text each time they are built', () => {
    const again = compileStatements(db).slice(0, statements.length);
    const textsOf = (all: typeof statements) => all.map((one) => one.map(({ query }) => query.sql));
    expect(textsOf(again)).toEqual(textsOf(statements));
  });

  test('reach projects through their owner in the freelancer’s variants, and through their customer in the other', () => {
    const byRole = statements.flat().filter(({ variant }) => 'seesOwn' in variant || 'role' in variant);
    expect(byRole.length).toBeGreaterThan(8);
    for (const { variant, query } of byRole) {
      const [seen, unseen] = ['"projects"."owner_id" =', '"projects"."customer_id" ='];
      const seesOwn =
        'role' in variant ? variant.role !== 'customer' : 'seesOwn' in variant && variant.seesOwn;
      const [is, isNot] = seesOwn ? [seen, unseen] : [unseen, seen];
      expect(query.sql).toContain(`where ${is}`);
      expect(query.sql).not.toContain(`where ${isNot}`);
    }
  });
});
