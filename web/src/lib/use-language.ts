import { useParams } from 'react-router';
import { defaultLanguage, isLanguage, type Language } from './language';

/** The language of the page, which is the language of its address. */
export function useLanguage(): Language {
  const { lang } = useParams();
  return isLanguage(lang) ? lang : defaultLanguage;
}
