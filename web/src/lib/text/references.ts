interface Form {
  prefix: string;
  /** Digits of each group; a hyphen stands between groups. */
  groups: readonly number[];
}

/** Forms of printed references. The server has the same table (internal/domain/typed/references.go). */
export const referenceForms = {
  order: { prefix: 'SC', groups: [8] },
  purchase: { prefix: 'PU', groups: [8] },
  complaint: { prefix: 'CR', groups: [10] },
  reseller: { prefix: 'RS', groups: [10] },
  bill: { prefix: 'INV', groups: [4, 8] },
} as const satisfies Record<string, Form>;

const patternOf = ({ prefix, groups }: Form, between: string): RegExp =>
  new RegExp(`^${prefix}${groups.map((digits) => `(\\d{${digits}})`).join(between)}$`);

/** Tells whether a text is a printed reference of a form. */
export const isReference = (text: string, form: Form): boolean => patternOf(form, '-').test(text);

/** Prints the reference of any form that a text without hyphens is; undefined for another text. */
export function printedReference(bare: string): string | undefined {
  for (const form of Object.values(referenceForms)) {
    const [, ...groups] = patternOf(form, '').exec(bare) ?? [];
    if (groups.length > 0) {
      return form.prefix + groups.join('-');
    }
  }
  return undefined;
}
