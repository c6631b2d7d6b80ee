import { useParams } from 'react-router';
import { type Language, languageOr } from './language';

/** Returns the language of the page, which is the language of its address. */
export const useLanguage = (): Language => languageOr(useParams().lang);
