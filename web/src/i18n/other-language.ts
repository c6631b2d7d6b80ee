import type { Language } from '@/lib/text/language';
import { loadLaidOver } from '.';
import { Translator } from './translator';

/** Texts in a language that need not be that of the page, for whoever of ours writes to customers of both. */
export async function translatorIn(language: Language, namespace: string): Promise<Translator> {
  const translator = new Translator(loadLaidOver);
  await translator.changeLanguage(language);
  await translator.loadNamespaces(namespace);
  return translator;
}
