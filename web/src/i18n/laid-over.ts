import type { Texts } from './all-texts';

const isBranch = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

function put(texts: Texts, [key, ...rest]: string[], text: string): Texts {
  if (key === undefined) {
    return texts;
  }
  const below = texts[key];
  return { ...texts, [key]: rest.length === 0 ? text : put(isBranch(below) ? below : {}, rest, text) };
}

/** Returns the server's texts for a file. Their keys are such as `namespace:key.of.the.text`. */
export function laidOver(translation: Record<string, string>, namespace: string): Texts {
  const start = `${namespace}:`;
  return Object.entries(translation)
    .filter(([key]) => key.startsWith(start))
    .reduce<Texts>((texts, [key, text]) => put(texts, key.slice(start.length).split('.'), text), {});
}
