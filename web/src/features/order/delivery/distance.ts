import type { Place } from '@/components/map/use-map';

/** Something that may have a place, with its distance from the customer in metres, if both are known. */
export type Placed<Item> = Item & { metres?: number };

const earth = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the distance of two places as the crow flies, in metres. */
export function distance(from: Place, to: Place): number {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const arc =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude);
  return 2 * earth * Math.asin(Math.sqrt(arc));
}

/** Sorts by distance from a place; items without a place come last. Without that place the order stays. */
export function byDistance<Item extends Partial<Place>>(
  items: Item[],
  from: Place | undefined,
): Placed<Item>[] {
  if (!from) {
    return items;
  }
  return items
    .map((item) => {
      const { latitude, longitude } = item;
      return latitude === undefined || longitude === undefined
        ? item
        : { ...item, metres: distance(from, { latitude, longitude }) };
    })
    .sort(
      (a: Placed<Item>, b: Placed<Item>) =>
        (a.metres ?? Number.POSITIVE_INFINITY) - (b.metres ?? Number.POSITIVE_INFINITY),
    );
}
