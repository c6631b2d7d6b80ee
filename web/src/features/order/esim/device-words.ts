/** What to search the list of phones for to find a model again: its key is made of brand and name. */
export const wordsOfModel = (model: string | undefined): string => model?.replaceAll('-', ' ') ?? '';
