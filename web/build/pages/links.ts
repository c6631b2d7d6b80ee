import type { Rollup } from 'vite';
import { pagesToWrite } from './list.ts';

type Bundle = Rollup.OutputBundle;

/** Every chunk that a page needs beside those of the frame, to be fetched along with them. */
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

/** Beside the regular weight of Latin, which every page names: what is read first in a language. */
const firstFonts = { ar: /\/arabic-[46]00-/, en: /\/latin-600-/ };

export const fontsOf = (language: keyof typeof firstFonts, bundle: Bundle): string[] =>
  Object.keys(bundle)
    .filter((file) => file.endsWith('.woff2') && firstFonts[language].test(file))
    .map((file) => `/${file}`);

const classes = /\.(_[\w-]+)/g;

/** All looks of a page are in the stylesheet that its file names: none may come with a part that comes alive later. */
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
