import { expect, it } from 'vitest';
// The server's test reads the same table: internal/domain/typed/typed_test.go.
import table from '../../../../internal/domain/typed/testdata/references.json';
import { isReference, printedReference, referenceForms } from './references';

it('has the forms of the server', () => {
  expect(referenceForms).toEqual(table);
});

it.each(Object.values(table))('prints a reference of $prefix, and no longer or shorter one', (form) => {
  const groups = form.groups.map((digits) => '7'.repeat(digits));
  const [bare, printed] = [form.prefix + groups.join(''), form.prefix + groups.join('-')];
  expect(printedReference(bare)).toBe(printed);
  expect(isReference(printed, form)).toBe(true);
  for (const other of [`${bare}7`, bare.slice(0, -1), bare.slice(1), `${bare}x`]) {
    expect(printedReference(other)).toBeUndefined();
    expect(isReference(other, form)).toBe(false);
  }
});

it.each([
  ['SC234ABCYR', true],
  ['SC234ABCYS', false],
  ['SC243ABCYR', false],
  ['SC0O1ILUYR', false],
  ['SC12345678', true],
])('Reference_CheckCharacter_%s_%s', (text, is) => {
  expect(isReference(text, referenceForms.order)).toBe(is);
});
