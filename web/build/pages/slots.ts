/** What the server fills in: an action of Go's html/template, which escapes what it writes for the place where it stands. */
const actions: string[] = [];

/** A word that passes through React, links and addresses unchanged, and stands for an action until the page is written. */
export const slot = (action: string): string => `zq${actions.push(action) - 1}qz`;

/** A text in Go. */
export const quoted = (text: string): string => JSON.stringify(text);

const literal = (html: string) => html.replaceAll('{{', () => slot('{{"{{"}}'));

/** HTML as a template of the server. */
export const asTemplate = (html: string): string =>
  literal(html).replace(/zq(\d+)qz/g, (_word, at: string) => actions[Number(at)] ?? '');

/** One way in which an entry of a list may look, and when it does. */
export interface Variant<Item> {
  when: string;
  item: Item;
  at?: number;
}

/** How many entries a list pretends to have, where that is shown. */
export const manyOf = 7177;

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
