/** Returns the search text that finds a model again: its key consists of brand and name. */
export const wordsOfModel = (model: string | undefined): string => model?.replaceAll('-', ' ') ?? '';
