export const languages = ['ar', 'en'] as const;
export type Language = (typeof languages)[number];

/** What the specification says when an address names no language. */
export const defaultLanguage: Language = 'ar';

export const isLanguage = (value: string | undefined): value is Language => value === 'en' || value === 'ar';

/** The language a part of an address names, or the one that counts where it names none. */
export const languageOr = (value: string | undefined, fallback: Language = defaultLanguage): Language =>
  isLanguage(value) ? value : fallback;

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

export const otherLanguage = (language: Language): Language => (language === 'ar' ? 'en' : 'ar');

const marker = /-(english|arabic|en|ar)$/;
const languageOfMarker = (word: string): Language => (word.startsWith('en') ? 'en' : 'ar');

/** The language of an address: prefix, suffix, or a marker such as `-english` on any of its parts. */
export function languageOfPath(pathname: string): Language | undefined {
  const parts = pathname.split('/').filter(Boolean);
  const named = [parts.at(0), parts.at(-1)].find(isLanguage);
  if (named) {
    return named;
  }
  const marked = parts.map((part) => marker.exec(part)?.[1]).find(Boolean);
  return marked ? languageOfMarker(marked) : undefined;
}

/** The same page with the language as prefix, the only form pages live under. */
export function canonicalPath(pathname: string, fallback: Language): string {
  const language = languageOfPath(pathname) ?? fallback;
  const parts = pathname.split('/').filter(Boolean);
  if (isLanguage(parts.at(0))) {
    parts.shift();
  } else if (isLanguage(parts.at(-1))) {
    parts.pop();
  } else {
    parts.splice(0, parts.length, ...parts.map((part) => part.replace(marker, '')));
  }
  return `/${[language, ...parts].join('/')}${parts.length === 0 ? '/' : ''}`;
}
