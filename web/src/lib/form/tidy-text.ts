/** One space between words, none around: what the contract takes of a name, without a lesson. */
export const tidyText = (value: string): string => value.trim().replace(/\s+/g, ' ');
