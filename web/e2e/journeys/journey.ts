import type { Visitor } from '../support/visitors.ts';

/**
 * A folder of src/features, or of src/features/order, with pages that a journey visits; `app` is the frame
 * around them.
 */
type Area = string;

export interface Journey {
  areas: readonly Area[];
  /**
   * The visitor of the short run in `make test`; missing for a journey that only `make test-all` runs
   * (docs/testing.md).
   */
  once?: Visitor;
  /** The visitors of `make test-all`. */
  all: readonly Visitor[];
}

export const everyone: Visitor[] = ['en-phone', 'en-desktop', 'ar-phone', 'ar-desktop'];
/** The two pairs that cover both languages and both widths. */
export const enPhone: Visitor[] = ['en-phone', 'ar-desktop'];
export const enDesktop: Visitor[] = ['en-desktop', 'ar-phone'];

export const journey = (areas: string, once: Visitor, all: Visitor[]): Journey => ({
  areas: areas.split(' '),
  once,
  all,
});

/** A journey that the short run leaves out. */
export const inFull = (areas: string, all: Visitor[]): Journey => ({ areas: areas.split(' '), all });

/** Journeys by the titles of their tests. */
export type Journeys = Record<string, Journey>;
