import type { Order } from '@/api/gen';
import { useSession } from '@/lib/session';
import { AccountCard } from './account-card';
import { AccountMade } from './account-made';
import classes from './active-line.module.css';
import { FirstSteps } from './first-steps';
import { Invitation } from './invitation';
import { NumberHero } from './number-hero';

/** A line that an order made: a replaced or an extra SIM belongs to a line whose holder has been a customer before. */
const makesLine = ({ numberSource }: Order) => numberSource !== 'existing';

/** The end of an order whose line works: its number, the first steps, an account, an invitation. */
export default function ActiveLine({ order }: { order: Order }) {
  const { status } = useSession();
  const msisdn = order.msisdn ?? order.booking?.msisdn;
  return (
    <div className={classes.parts}>
      {msisdn && <NumberHero msisdn={msisdn} />}
      {status === 'guest' && makesLine(order) && msisdn && <AccountCard order={order} msisdn={msisdn} />}
      {status === 'signed-in' && <AccountMade />}
      <FirstSteps order={order} />
      {status === 'signed-in' && makesLine(order) && <Invitation />}
    </div>
  );
}
