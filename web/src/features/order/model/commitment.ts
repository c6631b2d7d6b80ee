import type { Order } from '@/api/gen';
import type { Plan } from '@/api/gen-later';

type Booking = NonNullable<Order['booking']>;

/** For how long the customer commits so that the number costs nothing; 0 where it costs what it costs. */
export function committedMonths(
  plan: Pick<Plan, 'freeNumberCategories' | 'commitmentMonths'> | undefined,
  booking: Pick<Booking, 'category'> | undefined,
): number {
  const free = booking !== undefined && plan?.freeNumberCategories?.includes(booking.category);
  return free ? (plan?.commitmentMonths ?? 0) : 0;
}
