import { expect, test } from 'vitest';
import { cookieValues } from './cookie-values.ts';

const FORM = /^[a-z]{3}$/;

test.each([
  ['', []],
  ['name=abc', ['abc']],
  ['other=xyz; name=abc;name = def ', ['abc', 'def']],
  ['name=abc; name=abc; names=xyz; =abc; name', ['abc']],
  ['name=ABC; name=%E0%A4%A; name=abc=; name=abc', ['abc']],
  [`${'name=;'.repeat(3000)} name=abc`, ['abc']],
  ['name=aaa; name=bbb; name=ccc; name=ddd; name=eee', ['aaa', 'bbb', 'ccc', 'ddd']],
])('values of our form in %j are tried, four at most', (header, values) => {
  expect(cookieValues(header, 'name', FORM)).toEqual(values);
});
