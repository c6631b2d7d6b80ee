/**
 * The actions of Go's html/template with which the server fills the slots. html/template escapes each value
 * for its place.
 */
const actions: string[] = [];

/**
 * Returns a word that passes through React, links and addresses unchanged, and stands for an action until the
 * page is written.
 */
export const slot = (action: string): string => `zq${actions.push(action) - 1}qz`;

/** Quotes a text for Go. */
export const quoted = (text: string): string => JSON.stringify(text);

const literal = (html: string) => html.replaceAll('{{', () => slot('{{"{{"}}'));

/** Turns HTML into a template of the server. */
export const asTemplate = (html: string): string =>
  literal(html).replace(/zq(\d+)qz/g, (_word, at: string) => actions[Number(at)] ?? '');

/** A look of a list entry, and the condition for it. */
export interface Variant<Item> {
  when: string;
  item: Item;
  at?: number;
}

/** A list of the content. The page renders each variant once; the server repeats it for each entry. */
export function listOf<Item>(range: string, variants: Variant<Item>[], found?: Item): Item[] {
  const list = variants.map(({ item }) => item);
  const map = (make: (item: Item, at: number) => unknown) => [
    ...variants.flatMap(({ when, item, at = 0 }, n) => [
      slot(n === 0 ? `{{range ${range}}}{{if ${when}}}` : `{{else if ${when}}}`),
      make(item, at),
    ]),
    slot('{{end}}{{end}}'),
  ];
  const flatMap = <Made>(make: (item: Item) => Made | Made[]) => {
    const first = (item: Item) => [make(item)].flat()[0] as Made;
    return listOf(
      range,
      variants.map((variant) => ({ ...variant, item: first(variant.item) })),
      found && first(found),
    );
  };
  return Object.assign(list, { map, flatMap, filter: () => list, ...(found && { find: () => found }) });
}
