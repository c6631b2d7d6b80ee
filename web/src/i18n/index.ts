import { knownSite } from '@/lib/site/site';
import { isLanguage } from '@/lib/text/language';
import type { Texts } from './all-texts';
import { laidOver } from './laid-over';
import { type Branch, Translator } from './translator';

/** Texts of the pages on which visits begin. The list of all others is not part of the first page. */
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

/** A file of texts, with those of the site on top. */
export async function loadLaidOver(language: string, namespace: string): Promise<Branch> {
  const texts = await loadTexts(language, namespace);
  const site = isLanguage(language) ? knownSite(language) : undefined;
  return laidOver(texts.default, site?.translation ?? {}, namespace);
}

/** Texts arrive one language and feature at a time. */
export const i18n = new Translator(loadLaidOver);
