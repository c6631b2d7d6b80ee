import type { Language } from '@/lib/text/language';
import { i18n, loadTexts } from '.';

/** Loads texts in another language than the page's, for staff members who write to customers in both. */
export async function detailTextsIn(language: Language) {
  await loadTexts(language, ['details']);
  return i18n.getFixedT(language, 'details');
}
