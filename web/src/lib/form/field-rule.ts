import * as z from 'zod/mini';

/**
 * A rule of a field that the schema of its value cannot express, for example equality with another field. It
 * also applies while other fields are missing, so that one attempt shows all mistakes: zod itself skips the
 * checks of an object with a missing field. A choice that was not made yet is undefined in `typed`; each text
 * is at least empty.
 */
export const fieldRule = <Values extends object>(
  field: keyof Values & string,
  isKept: (typed: Values) => boolean,
) => z.refine<Values>(isKept, { path: [field], when: () => true });
