import { knownSite } from '@/lib/site/site';
import { isLanguage } from '@/lib/text/language';
import type { Texts } from './all-texts';
import { laidOver } from './laid-over';
import { type Branch, Translator } from './translator';

/** Texts of the pages on which visits begin. The first page does not load the list of the others. */
const firstTexts = import.meta.glob<Texts>(
  './locales/*/{common,shell,search,home,numbers,order,details,identity,sign-in,credentials,passkeys,help,terms}.json',
);

async function loadTexts(language: string, namespace: string): Promise<Texts> {
  const name = `./locales/${language}/${namespace}.json`;
  const load = firstTexts[name] ?? (await import('./all-texts')).allTexts[name];
  if (!load) {
    throw new Error(`no texts: ${namespace}`);
  }
  return load();
}

/** Loads a file of texts and applies the texts of the site over it. */
export async function loadLaidOver(language: string, namespace: string): Promise<Branch> {
  const texts = await loadTexts(language, namespace);
  const site = isLanguage(language) ? knownSite(language) : undefined;
  return laidOver(texts.default, site?.translation ?? {}, namespace);
}

/** Texts load by language and file. */
export const i18n = new Translator(loadLaidOver);
