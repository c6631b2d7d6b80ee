export const languages = ['ar', 'en'] as const;
export type Language = (typeof languages)[number];

/** The specification's language for an address without a language. */
export const defaultLanguage: Language = 'ar';

export const isLanguage = (value: string | undefined): value is Language => value === 'en' || value === 'ar';

/** Returns the language of a part of an address, or the fallback if the part names no language. */
export const languageOr = (value: string | undefined, fallback: Language = defaultLanguage): Language =>
  isLanguage(value) ? value : fallback;

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

export const otherLanguage = (language: Language): Language => (language === 'ar' ? 'en' : 'ar');

const marker = /-(english|arabic|en|ar)$/;
const languageOfMarker = (word: string): Language => (word.startsWith('en') ? 'en' : 'ar');

/** Returns the language of an address: a prefix, a suffix, or a marker such as `-english` in any part. */
export function languageOfPath(pathname: string): Language | undefined {
  const parts = pathname.split('/').filter(Boolean);
  const named = [parts.at(0), parts.at(-1)].find(isLanguage);
  if (named) {
    return named;
  }
  const marked = parts.map((part) => marker.exec(part)?.[1]).find(Boolean);
  return marked ? languageOfMarker(marked) : undefined;
}

/** Copied text around an address: marks of direction, a full stop or a bracket, and a file ending. */
const besideAddress = /\p{Cf}+/gu;
const behindAddress = /(?:\/*(?:index)?\.html?|[.,;:)>\]"'»”،؛])+$/;

/** Cleans an address: no empty parts, no marks, the language in small letters. */
const tidied = (pathname: string): string =>
  pathname
    .replace(besideAddress, '')
    .replace(behindAddress, '')
    .split('/')
    .filter(Boolean)
    .map((part, at) => (at === 0 && isLanguage(part.toLowerCase()) ? part.toLowerCase() : part))
    .join('/');

/** Returns the address with the language as prefix, the only form in which pages exist. */
export function canonicalPath(pathname: string, fallback: Language): string {
  const tidy = tidied(pathname);
  const language = languageOfPath(tidy) ?? fallback;
  const parts = tidy.split('/').filter(Boolean);
  if (isLanguage(parts.at(0))) {
    parts.shift();
  } else if (isLanguage(parts.at(-1))) {
    parts.pop();
  } else {
    parts.splice(0, parts.length, ...parts.map((part) => part.replace(marker, '')));
  }
  return `/${[language, ...parts].join('/')}${parts.length === 0 ? '/' : ''}`;
}
