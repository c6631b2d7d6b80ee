import { splitRefusal } from '@/api/problem';

const ofForms = new Set(['to_mobile', 'amount', 'wallet_id', 'denomination_id', 'product_id']);
const fieldOf = (path: string) => {
  const name = path.replace(/^transfer\./, '');
  return ofForms.has(name) ? name : undefined;
};

/** Splits a refusal into messages by field, and the rest for a notice. */
export function saidOf(refusal: unknown): { of: (field: string) => string | undefined; rest: unknown } {
  const { fields, rest } = splitRefusal(refusal, fieldOf);
  const said = new Map(fields);
  return { of: (field) => said.get(field), rest };
}
