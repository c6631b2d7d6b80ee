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

/** Returns the declarations of a rule, found by the end of its selector. */
const ruleOf = (file: string, selector: string) => {
  const css = readFileSync(join(src, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(([, selectors = '']) => selectors.trim().split(/,\s+/).at(-1) === selector)
    .map(([, , body = '']) => body)
    .join('');
};
const sizeIn = (body: string) => Number(/font-size: ([\d.]+)rem/.exec(body)?.[1]);

it.each([
  ['components/map/map.css', '.leaflet-container.leaflet-container'],
  ['components/map/map.css', '.leaflet-container .leaflet-bar a'],
  ['features/shops/shops.module.css', '.map .cityName'],
])('Map_OnADarkScreen_HasTheColoursAndTheFontOfThePage: %s %s', (file, selector) => {
  const body = ruleOf(file, selector);
  expect(body).toMatch(/background: [^;]*var\(--surface/);
  expect(body, 'no colour of its own').not.toMatch(/#[\da-f]{3,8}\b|rgba?\(/i);
  expect(body).toMatch(selector.endsWith(' a') ? /color: var\(--mantine-color-text\)/ : /font: inherit/);
});

it('NameOfACityOnTheMap_HasNoBoxOfLeaflet', () => {
  expect(ruleOf('features/shops/shops.module.css', '.map .cityName')).toMatch(
    /border: 0;\s*box-shadow: none/,
  );
  expect(ruleOf('features/shops/shops.module.css', '.map .cityName::before')).toMatch(/display: none/);
});

it('SixMonths_NameOfAMonth_StaysOnOneLine', () => {
  expect(ruleOf('features/usage/history.module.css', '.months tbody th')).toMatch(/white-space: nowrap/);
});

it('MenuDrawer_TitleOfAGroup_IsSmallerAndPalerThanItsLinks', () => {
  const [title, entry] = ['.title', '.entry'].map((part) => ruleOf('app/frame/menu-drawer.module.css', part));
  expect(sizeIn(title ?? '')).toBeLessThanOrEqual(0.8 * sizeIn(entry ?? ''));
  expect(title).toMatch(/color: var\(--mantine-color-dimmed\)/);
});

it('Heading_WithTheFocus_HasNoFrame', () => {
  const [, headings = '', body] =
    /([^{}]*h1:focus-visible) \{([^}]*)\}/.exec(readFileSync(join(src, 'app/global.css'), 'utf8')) ?? [];
  expect(headings).toContain(':is(h1, h2, h3)[tabindex="-1"]:focus-visible');
  expect(body).toMatch(/outline: none/);
});

it.each([...parts].filter((part) => existsSync(join('node_modules', sheetOf(part)))))(
  'Mantine’s %s comes with its stylesheet: they are taken in one by one',
  (part) => {
    expect(files.some((text) => text.includes(sheetOf(part)))).toBe(true);
  },
);

it('Stylesheets_ColumnsThatRepeat_FitAScreenOfLargeText', () => {
  const wide = sheets.filter((file) =>
    /repeat\(auto-fi[tl]l?, minmax\((?!min\(|0)/.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(wide).toEqual([]);
});
