import { useTranslation } from 'react-i18next';
import type { CommunicationLanguage } from '@/api/gen-lines';
import { languageNames } from '@/lib/text/language-names';

/** A language in its own words, and in those of the page where these are others. */
export function useLanguageName() {
  const { t } = useTranslation('number-settings');
  return (language: CommunicationLanguage): string => {
    const [own, here] = [languageNames[language], t(`language.names.${language}`)];
    return own === here ? own : `${own} (${here})`;
  };
}
