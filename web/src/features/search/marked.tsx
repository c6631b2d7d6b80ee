const word = /[\p{L}\p{M}\p{N}]+/gu;

/** A text with its matched words highlighted. */
export function Marked({ text, matched }: { text: string; matched: string[] }) {
  const found = new Set(matched);
  const parts: { at: number; said: string; hit: boolean }[] = [];
  let from = 0;
  for (const { 0: said, index: at } of text.matchAll(word)) {
    if (found.has(said)) {
      parts.push({ at: from, said: text.slice(from, at), hit: false }, { at, said, hit: true });
      from = at + said.length;
    }
  }
  parts.push({ at: from, said: text.slice(from), hit: false });
  return parts
    .filter(({ said }) => said !== '')
    .map(({ at, said, hit }) => (hit ? <mark key={at}>{said}</mark> : <span key={at}>{said}</span>));
}
