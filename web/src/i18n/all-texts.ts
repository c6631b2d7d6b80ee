/** Texts of a file: a tree, whose paths are the keys. */
export type Texts = { [key: string]: string | Texts };

/** All files of texts, by their path relative to this file. */
export const allTexts = import.meta.glob<{ default: Texts }>('./locales/*/*.json');
