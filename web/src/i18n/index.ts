import { createInstance } from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import { knownSite, watchSites } from '@/lib/site/site';
import { defaultLanguage, isLanguage, languages } from '@/lib/text/language';
import { addressDetector } from './address-detector';
import type { Texts } from './all-texts';
import { laidOver } from './laid-over';
import { riyals, withRiyals } from './riyal-noun';

/** Texts of the pages on which visits begin. The first page does not load the list of the others. */
const firstTexts = import.meta.glob<{ default: Texts }>(
  './locales/*/{common,shell,search,home,numbers,order,details,identity,sign-in,credentials,passkeys,help,terms}.json',
);

async function readTexts(language: string, namespace: string): Promise<{ default: Texts }> {
  const name = `./locales/${language}/${namespace}.json`;
  const load = firstTexts[name] ?? (await import('./all-texts')).allTexts[name];
  if (!load) {
    throw new Error(`no texts: ${namespace}`);
  }
  return { default: withRiyals((await load()).default) };
}

/** The event of the instance that makes pages read their texts again. */
const wordsChanged = 'wordsChanged';

/** The files in which the language of the page lacks a text. */
const lacking = new Set<string>();

/**
 * Loads the Arabic file, whose texts stand in for missing ones. Tests compare the keys of both languages, so
 * a page in English loads Arabic texts only if one of its own is missing.
 */
function standIn(namespace: string): void {
  const isLoaded = i18n.hasResourceBundle(i18n.language, namespace);
  if (isLoaded && i18n.language !== defaultLanguage && !lacking.has(namespace)) {
    lacking.add(namespace);
    loadTexts(defaultLanguage, [namespace]).then(
      () => i18n.emit(wordsChanged),
      (error: unknown) => console.warn('texts', error),
    );
  }
}

/** The texts of all pages. */
export const i18n = createInstance();

void i18n
  .use(addressDetector)
  .use(initReactI18next)
  .use(resourcesToBackend(readTexts))
  .init({
    supportedLngs: languages,
    fallbackLng: () => (lacking.size > 0 ? [defaultLanguage] : []),
    // No file loads before a page asks for it: the site's own texts come first.
    initAsync: false,
    ns: [],
    defaultNS: 'common',
    // React escapes.
    interpolation: { escapeValue: false },
    missingInterpolationHandler: () => '',
    saveMissing: true,
    missingKeyHandler: (_languages, namespace) => standIn(namespace),
    returnedObjectHandler: (key: string) => key,
    react: { useSuspense: false, bindI18n: `languageChanged ${wordsChanged}` },
  });
i18n.options.ns = ['common'];
i18n.services.formatter?.add('riyals', riyals);

/** Lays the texts of the site over a file. */
function layOver(language: string, namespace: string): void {
  const site = isLanguage(language) ? knownSite(language) : undefined;
  const texts = withRiyals(laidOver(site?.translation ?? {}, namespace));
  i18n.addResourceBundle(language, namespace, texts, true, true, { silent: true });
}

i18n.store.on('added', layOver);

const laid = new Map<string, string>();

watchSites(() => {
  for (const language of languages) {
    const words = JSON.stringify(knownSite(language)?.translation ?? {});
    if (words !== (laid.get(language) ?? '{}')) {
      laid.set(language, words);
      for (const namespace of Object.keys(i18n.getDataByLanguage(language) ?? {})) {
        layOver(language, namespace);
      }
      i18n.emit(wordsChanged);
    }
  }
});

/** The files that the pages so far have used. */
export const textsInUse = (): string[] => [i18n.options.ns ?? []].flat();

/** Loads files in a language. Fails if a file does not load: i18next itself would go on without its texts. */
export async function loadTexts(language: string, names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => !i18n.hasResourceBundle(language, name));
  if (missing.length === 0) {
    return;
  }
  const errors = await new Promise<unknown[]>((resolve) => {
    void i18n.reloadResources([language], missing, (failures: unknown[] = []) => resolve(failures));
  });
  if (missing.some((name) => !i18n.hasResourceBundle(language, name))) {
    throw errors[0];
  }
}

/** Tells whether a file has loaded. `ready` of react-i18next is true after a failed load, too. */
export const hasTexts = (namespace: string): boolean => i18n.hasResourceBundle(i18n.language, namespace);

export type Namespaces = string | readonly string[];

/** Loads files in the language of the page. */
export const loadNamespaces = (names: Namespaces): Promise<void> => loadTexts(i18n.language, [names].flat());
