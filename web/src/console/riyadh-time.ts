/** Riyadh has no summer time. */
const riyadh = '+03:00';
const riyadhMs = 3 * 60 * 60 * 1000;

/** A time as typed, in Riyadh, as the server wants it; undefined where there is none. */
export const momentOf = (typed: string): string | undefined => {
  const at = new Date(`${typed}${riyadh}`);
  return typed === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** The same the other way round, for a field. */
export const typedOf = (iso: string | undefined): string =>
  iso === undefined ? '' : new Date(Date.parse(iso) + riyadhMs).toISOString().slice(0, 16);
