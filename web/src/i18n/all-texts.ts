import type { Branch } from './translator';

/** A file of texts as a module. */
export interface Texts {
  default: Branch;
}

/** Every file of texts, by its path from here. */
export const allTexts = import.meta.glob<Texts>('./locales/*/*.json');
