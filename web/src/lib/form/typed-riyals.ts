import * as z from 'zod/mini';

interface Limits {
  minimum: number;
  maximum: number;
}

/** A typed amount that is read as halalas within the limits of the server. */
export const typedRiyals = (read: (typed: string) => number | undefined, { minimum, maximum }: Limits) =>
  z.pipe(z.string(), z.pipe(z.transform(read), z.int().check(z.minimum(minimum), z.maximum(maximum))));
