import { expect, it } from 'vitest';
import { zSaudiMobile } from '@/api/gen/zod.gen';
import { zNewPassword } from '@/api/gen-session/zod.gen';
import { isNationalMobile } from '@/lib/text/digits';
import { passwordParts } from './password-rule';

const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', {
  query: '?raw',
  eager: true,
  import: 'default',
});
const written = Object.entries(sources).filter(([file]) => !/\/api\/gen|\.test\.|\/testing\//.test(file));
const copies = (rule: string) => written.filter(([, text]) => text.includes(rule)).map(([file]) => file);

it.each([
  ['the first digit of an ID', '^[12]'],
  ['a Saudi mobile', '^05'],
  ['the signs of a password', '!$%@#£€*?&_=+-'],
  ['an e-mail', '._%+-'],
  ['a card number', '{19}'],
])('%s is a rule that stands once in the pages, if at all', (_, rule) => {
  expect(copies(rule).length, copies(rule).join(', ')).toBeLessThanOrEqual(1);
});

it.each(['0551234567', '055123456', '05512345678', '0651234567', '055123456x', ''])(
  'a mobile is what the contract says: %j',
  (typed) => {
    expect(isNationalMobile(typed)).toBe(zSaudiMobile.safeParse(typed).success);
  },
);

it.each(['Zk4vqt', 'Zk4!$%@#£€*?&_=+-', 'Zk4 vqt', 'Zk4vqt^', 'Zk4vqtع', 'Zk4vqt٤'])(
  'the signs of a password are those of the contract: %j',
  (typed) => {
    expect(passwordParts.letters(typed)).toBe(zNewPassword.safeParse(typed).success);
  },
);

it('Field_MaxLength_LeavesRoomForAPasteThatIsCleanedAfterwards', () => {
  const tight = written.filter(([, text]) =>
    [...text.matchAll(/\bmaxLength[=:]\s*\{?(\d+)/g)].some(([, most]) => Number(most) < 40),
  );
  expect(tight.map(([file]) => file)).toEqual([]);
});

it('EmailField_EachForm_ReadsWhatIsPasted', () => {
  const forms = written.filter(([, text]) => /type="email"|zEmail\.safeParse/.test(text));
  expect(forms.length).toBeGreaterThan(2); // the fields of components/form, and a filter of the console
  expect(forms.filter(([, text]) => !text.includes('readEmail')).map(([file]) => file)).toEqual([]);
});
