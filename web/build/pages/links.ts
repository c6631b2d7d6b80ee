import type { Rollup } from 'vite';
import { pagesToWrite } from './list.ts';

type Bundle = Rollup.OutputBundle;

/** Returns each chunk that a page needs besides the frame's chunks, so that all load in parallel. */
export function linksOf(key: string, language: string, bundle: Bundle): string[] {
  const { modules = [], texts = [] } = pagesToWrite.find((page) => page.key === key) ?? {};
  const wanted = [
    ...modules.map((module) => `/src/${module}`),
    ...['common', ...texts].map((text) => `/src/i18n/locales/${language}/${text}.json`),
  ];
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set<string>();
  const add = (fileName: string) => {
    const chunk = chunks.find((candidate) => candidate.fileName === fileName);
    if (chunk && !chunk.isEntry && !found.has(fileName)) {
      found.add(fileName);
      chunk.imports.forEach(add);
    }
  };
  for (const module of wanted) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) {
      throw new Error(`no chunk has ${module}`);
    }
    add(chunk.fileName);
  }
  return [...found].map((file) => `/${file}`);
}

/** The fonts of a page's first visible text, by language. Prices and numbers are Latin digits in both. */
const firstFonts = { ar: /\/(arabic|latin)-[46]00-/, en: /\/latin-[46]00-/ };

/** Returns the addresses of these fonts. */
export const fontsOf = (bundle: Bundle): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(firstFonts).map(([language, pattern]) => [
      language,
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2') && pattern.test(file))
        .map((file) => `/${file}`),
    ]),
  );

const classes = /\.(_[\w-]+)/g;

/**
 * Fails if a style of a page is missing in its stylesheet: no style may arrive with a part that loads later.
 */
export function assertLooksAreThere(
  page: { key: string; html: string },
  first: string,
  bundle: Bundle,
): void {
  for (const file of Object.values(bundle)) {
    if (file.type === 'asset' && file.fileName.endsWith('.css') && !file.fileName.startsWith(first)) {
      const missing = [...String(file.source).matchAll(classes)].find(([, name]) =>
        new RegExp(`[" ]${name}[" ]`).test(page.html),
      );
      if (missing) {
        throw new Error(
          `${page.key} looks as ${file.fileName} says (${missing[0]}): import it in src/app/first-looks.ts`,
        );
      }
    }
  }
}
