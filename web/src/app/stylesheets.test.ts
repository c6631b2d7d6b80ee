import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx|css)$/.test(file) && !file.startsWith('api/gen') && !file.includes('.test.'))
  .map((file) => readFileSync(join(src, file), 'utf8'));

const parts = new Set(
  files
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' ')[0] ?? '')
    .filter((name) => /^[A-Z]/.test(name)),
);
const sheetOf = (part: string) => `@mantine/core/styles/${part}.layer.css`;

const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

it('Field_OnATouchScreen_HasTextOf16PixelsAtLeast', () => {
  const fields = readFileSync(join(src, 'components/fields.module.css'), 'utf8');
  const onTouch = /@media \(any-pointer: coarse\), \(width < 48em\) \{\s*\.input \{\s*font-size: max\(16px,/;
  expect(fields).toMatch(onTouch);
});

it('Stylesheets_NoRuleOfAField_HasASmallText', () => {
  const rules = /([^{}]*\b(?:input|select|textarea)\b[^{}]*|\.(?:input|field)\b[^{}]*)\{([^{}]*)\}/g;
  const small = sheets.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(rules)]
      .filter(([, , body = '']) => /font-size: 0?\.\d+r?em|font-size: (?:[0-9]|1[0-5])px/.test(body))
      .map(([, selector = '']) => `${file}: ${selector.trim()}`),
  );
  expect(small).toEqual([]);
});

it.each([...parts].filter((part) => existsSync(join('node_modules', sheetOf(part)))))(
  'Mantine’s %s comes with its stylesheet: they are taken in one by one',
  (part) => {
    expect(files.some((text) => text.includes(sheetOf(part)))).toBe(true);
  },
);
