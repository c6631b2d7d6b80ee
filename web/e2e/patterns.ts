/** The specs that run apart from the others, by their folders. journeys.test.ts fails for a pattern without a spec. */
export const patterns = {
  /** Journeys of seeded customers: files run in parallel; the journeys of a file share customers and run in order. */
  members: /members\/.*\.spec\.ts/,
  /** Changes the site's content, which journeys of members see. */
  content: /content\/.*\.spec\.ts/,
  /** Changes the whole stack (a killed worker, other settings), so no other test runs at the same time. */
  serial: /serial\/.*\.spec\.ts/,
  /** Visits each page of the site: the part `whole`. */
  crawl: /crawl\/.*\.spec\.ts/,
  screens: /screenshots\/.*\.spec\.ts/,
};
