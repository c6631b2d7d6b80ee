import type { Purchase } from '@/api/gen-purchases';
import { Completed } from './completed';
import { Failed } from './failed';
import { Held } from './held';
import { Scheduled } from './scheduled';
import { Waiting } from './waiting';

/** How it stands. What is news is read out when its turn comes. */
export function State({ purchase, returned }: { purchase: Purchase; returned: boolean }) {
  switch (purchase.status) {
    case 'completed':
      return <Completed purchase={purchase} />;
    case 'failed':
      return <Failed purchase={purchase} />;
    case 'scheduled':
      return <Scheduled purchase={purchase} />;
    case 'held':
      return <Held purchase={purchase} />;
    default:
      return <Waiting key={purchase.status} purchase={purchase} returned={returned} />;
  }
}
