import { describe, expect, it } from 'vitest';

type Texts = { [key: string]: string | Texts };
/** Mistakes that must not appear in an Arabic text. */
const slips = {
  'a comma or question mark of English': /[\u0600-\u06ff}][,?;]/,
  'straight quotes': /"/,
  'a percent sign of English': /%/,
  'two spaces': / {2}/,
  'a space before a mark': / [،؛؟.!]/,
  'an accent on the wrong letter': /اً/,
};
const files = import.meta.glob<Texts>('./locales/*/*.json', { eager: true, import: 'default' });
const plural = /_(zero|one|two|few|many|other)$/;

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

const textsOf = (language: string, namespace: string) => {
  const texts = files[`./locales/${language}/${namespace}.json`];
  expect(texts, `${language}/${namespace}.json`).toBeDefined();
  return flatten(texts ?? {});
};

const namespaces = Object.keys(files)
  .filter((file) => file.includes('/en/'))
  .map((file) => file.replace(/^.*\/|\.json$/g, ''));

const stems = (texts: Map<string, string>) =>
  new Set([...texts.keys()].map((key) => key.replace(plural, '')));
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).sort();

describe.each(namespaces)('texts of %s', (namespace) => {
  const english = textsOf('en', namespace);
  const arabic = textsOf('ar', namespace);

  it('have the same keys in both languages', () => {
    expect([...stems(arabic)].sort()).toEqual([...stems(english)].sort());
  });

  it('have no value in the other language', () => {
    for (const [key, text] of arabic) {
      expect(
        text === '' || /[\u0600-\u06ff]|^English$|^\d+$/.test(text),
        `${namespace}:${key} = ${text}`,
      ).toBe(true);
    }
  });

  it('have every plural form their language asks for', () => {
    for (const [language, texts] of [
      ['en', english],
      ['ar', arabic],
    ] as const) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const counted = new Set(
        [...texts.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, '')),
      );
      for (const stem of counted) {
        for (const form of forms) {
          expect(texts.has(`${stem}_${form}`), `${language}/${namespace}:${stem}_${form}`).toBe(true);
        }
      }
    }
  });

  it('name the same values in both languages', () => {
    for (const [key, text] of english) {
      const other = arabic.get(key);
      if (other !== undefined && !plural.test(key)) {
        expect(placeholders(other), `${namespace}:${key}`).toEqual(placeholders(text));
      }
    }
  });

  it('are set as Arabic is printed', () => {
    for (const [key, text] of arabic) {
      for (const [what, slip] of Object.entries(slips)) {
        expect(slip.test(text), `${namespace}:${key} has ${what}: ${text}`).toBe(false);
      }
    }
  });

  it('end a sentence in both languages or in none', () => {
    for (const [key, text] of arabic) {
      const other = english.get(key) ?? english.get(key.replace(plural, '_other')) ?? '';
      expect(text.endsWith('.'), `${namespace}:${key} = ${text}`).toBe(other.endsWith('.'));
    }
  });

  it('name the counted thing in each plural form', () => {
    for (const [key, text] of [...arabic].filter(([name]) => plural.test(name))) {
      const counted = placeholders(english.get(key.replace(plural, '_other')) ?? '');
      const said = placeholders(text);
      expect(counted, `${namespace}:${key}`).toEqual(expect.arrayContaining(said));
      if (/_(few|many|other)$/.test(key)) {
        expect(said, `${namespace}:${key}`).toEqual(counted);
      }
    }
  });
});
