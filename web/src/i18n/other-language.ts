import type { Language } from '@/lib/text/language';
import { loadLaidOver } from '.';
import { Translator } from './translator';

/** Loads texts in another language than the page's, for staff members who write to customers in both. */
export async function translatorIn(language: Language, namespace: string): Promise<Translator> {
  const translator = new Translator(loadLaidOver);
  await translator.changeLanguage(language);
  await translator.loadNamespaces(namespace);
  return translator;
}
