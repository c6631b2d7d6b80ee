import type { Visitor } from '../support/visitors.ts';

/** A folder of src/features, or of src/features/order, whose pages a journey passes; `app` is what frames them. */
type Area = string;

export interface Journey {
  areas: readonly Area[];
  /** Who goes on it in `make test`: one visitor, or two where a page is on no other journey. */
  once: readonly Visitor[];
  /** Who goes on it in `make test-all`. */
  all: readonly Visitor[];
  /** Those of `make test` divide the pages among themselves, or go through all in their language. */
  whole?: true;
}

export const everyone: Visitor[] = ['en-phone', 'en-desktop', 'ar-phone', 'ar-desktop'];
/** The two pairs that show both languages and both widths. */
export const enPhone: Visitor[] = ['en-phone', 'ar-desktop'];
export const enDesktop: Visitor[] = ['en-desktop', 'ar-phone'];

export const journey = (areas: string, once: Visitor | Visitor[], all: Visitor[]): Journey => ({
  areas: areas.split(' '),
  once: [once].flat(),
  all,
});

/** Through every page of the site. */
export const wholeSite = (once: Visitor[], all: Visitor[]): Journey => ({
  areas: ['app'],
  once,
  all,
  whole: true,
});

/** Journeys by the titles of their tests. */
export type Journeys = Record<string, Journey>;
