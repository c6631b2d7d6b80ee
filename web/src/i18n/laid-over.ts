import type { Branch as Texts } from './translator';

const isBranch = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

function put(texts: Texts, [key, ...rest]: string[], text: string): Texts {
  if (key === undefined) {
    return texts;
  }
  const below = texts[key];
  return { ...texts, [key]: rest.length === 0 ? text : put(isBranch(below) ? below : {}, rest, text) };
}

/** Applies texts of the server, with keys such as `namespace:key.of.the.text`, over a file of texts. */
export function laidOver(bundled: Texts, translation: Record<string, string>, namespace: string): Texts {
  const start = `${namespace}:`;
  return Object.entries(translation)
    .filter(([key]) => key.startsWith(start))
    .reduce((texts, [key, text]) => put(texts, key.slice(start.length).split('.'), text), bundled);
}
