import type { Branch } from './translator';

/** A file of texts as a module. */
export interface Texts {
  default: Branch;
}

/** All files of texts, by their path relative to this file. */
export const allTexts = import.meta.glob<Texts>('./locales/*/*.json');
