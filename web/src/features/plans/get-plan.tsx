import type { Plan } from '@/api/gen-plans';
import { Loading } from '@/components/loading';
import { useSession } from '@/lib/session';
import { GuestGets } from './guest-gets';
import { MemberGets } from './member-gets';

/** The button that orders a plan. A staff member has no line for it. */
export function GetPlan({ plan }: { plan: Plan }) {
  const { status, selected } = useSession();
  switch (status) {
    case 'guest':
    case 'failed':
      return <GuestGets plan={plan} />;
    case 'signed-in':
      return selected ? <MemberGets plan={plan} line={selected} /> : null;
    case 'starting':
      return <Loading lines={1} height={50} />;
    default:
      return null;
  }
}
