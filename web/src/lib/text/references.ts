interface Form {
  prefix: string;
  /** Characters of each group; a hyphen stands between groups. */
  groups: readonly number[];
  /** The last character checks the others. References that are older have digits. */
  checked: boolean;
}

/** Forms of printed references. The server has the same table (internal/domain/typed/references.go). */
export const referenceForms = {
  order: { prefix: 'SC', groups: [8], checked: true },
  purchase: { prefix: 'PU', groups: [8], checked: true },
  complaint: { prefix: 'CR', groups: [10], checked: false },
  reseller: { prefix: 'RS', groups: [10], checked: false },
  bill: { prefix: 'INV', groups: [4, 8], checked: false },
} as const satisfies Record<string, Form>;

/** The alphabet has no 0 O 1 I L U, which people confuse. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Checks the last character by the scheme "Luhn mod N": from the end, each second character counts twice. */
function isChecked(text: string): boolean {
  const values = Array.from(text, (character) => alphabet.indexOf(character)).reverse();
  const sum = values
    .map((value, position) => (position % 2 === 1 ? value * 2 : value))
    .reduce((total, value) => total + Math.floor(value / alphabet.length) + (value % alphabet.length), 0);
  return !values.includes(-1) && sum % alphabet.length === 0;
}

const partOf = (length: number, checked: boolean): string =>
  checked ? `([0-9A-Z]{${length}})` : `(\\d{${length}})`;

/** Returns the groups of a reference with `between` between them; undefined for another text. */
function groupsIn(text: string, { prefix, groups, checked }: Form, between: string): string[] | undefined {
  const pattern = `^${prefix}${groups.map((length) => partOf(length, checked)).join(between)}$`;
  const [, ...found] = new RegExp(pattern).exec(text) ?? [];
  const body = found.join('');
  return body !== '' && (/^\d+$/.test(body) || isChecked(body)) ? found : undefined;
}

/** Tells whether a text is a printed reference of a form. */
export const isReference = (text: string, form: Form): boolean => groupsIn(text, form, '-') !== undefined;

/** Prints the reference of any form that a text without hyphens is; undefined for another text. */
export function printedReference(bare: string): string | undefined {
  for (const form of Object.values(referenceForms)) {
    const groups = groupsIn(bare, form, '');
    if (groups) {
      return form.prefix + groups.join('-');
    }
  }
  return undefined;
}
