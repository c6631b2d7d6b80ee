/** A file of texts as a module. */
export interface Texts {
  default: Record<string, unknown>;
}

/** Every file of texts, by its path from here. */
export const allTexts = import.meta.glob<Texts>('./locales/*/*.json');
