import type { FlatNamespace, TFunction } from 'i18next';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { i18n } from '.';
import type { Values } from './translator';

type Names = FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]] | undefined;
type OrCommon<Files> = Files extends undefined ? 'common' : Files;

/** Returns the texts of a page or part in the language of the page. A missing file is requested. */
export function useTranslation<const Files extends Names = undefined>(files?: Files) {
  const names = [files ?? 'common'].flat();
  const state = () => `${i18n.language} ${names.every((name) => i18n.hasLoadedNamespace(name))}`;
  const known = useSyncExternalStore(i18n.subscribe, state, state);
  const ready = known.endsWith(' true');
  const wanted = names.join(' ');
  useEffect(() => {
    if (!ready) {
      i18n.loadNamespaces(wanted.split(' ')).catch((error: unknown) => console.warn('texts', error));
    }
  }, [ready, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function, for callers that compare functions
  const t = useMemo(() => {
    const file = wanted.split(' ')[0];
    return ((name: string, values?: Values) => i18n.t(name, values, file)) as unknown as TFunction<
      OrCommon<Files>
    >;
  }, [wanted, known]);
  return { t, ready };
}
