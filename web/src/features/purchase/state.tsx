import type { Purchase } from '@/api/gen-purchases';
import { Outcome } from '@/components/outcome';
import { Completed } from './completed';
import { Failed } from './failed';
import { Held } from './held';
import { Scheduled } from './scheduled';
import { Waiting } from './waiting';

interface Props {
  purchase: Purchase;
  returned: boolean;
}

function Standing({ purchase, returned }: Props) {
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

/** The state of the purchase. A change is announced and scrolled into view. */
export function State(props: Props) {
  return (
    <Outcome of={props.purchase.status}>
      <Standing {...props} />
    </Outcome>
  );
}
