import { useTranslation } from 'react-i18next';
import type { CommunicationLanguage } from '@/api/gen-lines';
import { languageNames } from '@/lib/text/language-names';

/** Returns the name of a language in itself, and in the language of the page if that differs. */
export function useLanguageName() {
  const { t } = useTranslation('number-settings');
  return (language: CommunicationLanguage): string => {
    const [own, here] = [languageNames[language], t(`language.names.${language}`)];
    return own === here ? own : `${own} (${here})`;
  };
}
