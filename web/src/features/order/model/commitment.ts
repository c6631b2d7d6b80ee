import type { Order } from '@/api/gen';
import type { Plan } from '@/api/gen-later';

type Booking = NonNullable<Order['booking']>;

/** Returns the months of commitment in exchange for a free number; 0 if the number has its normal price. */
export function committedMonths(
  plan: Pick<Plan, 'freeNumberCategories' | 'commitmentMonths'> | undefined,
  booking: Pick<Booking, 'category'> | undefined,
): number {
  const free = booking !== undefined && plan?.freeNumberCategories?.includes(booking.category);
  return free ? (plan?.commitmentMonths ?? 0) : 0;
}
