import type { Order } from '@/api/gen';
import { IdentityChallenge } from '@/components/identity/identity-challenge';
import { IdentityWaiting } from '@/components/identity/identity-waiting';
import { OrderLinks } from '@/components/order-links';
import { orderAt, orderId } from '@/testing/order';
import { useWords } from '../made-up';
import { Specimen } from '../specimen';

type Identity = NonNullable<Order['identity']>;

const inTwoMinutes = new Date(Date.now() + 120_000).toISOString();
const identity = (over: Partial<Identity>): Identity => ({
  status: 'waiting',
  purpose: 'order',
  random: '42',
  expiresAt: inTwoMinutes,
  triesLeft: 2,
  ...over,
});

const states: { [state: string]: Identity | undefined } = {
  'not asked': undefined,
  waiting: identity({}),
  completed: identity({ status: 'completed' }),
  rejected: identity({ status: 'rejected' }),
  'expired, no tries left': identity({ status: 'expired', triesLeft: 0 }),
};

/** What has to do with an order, beyond its own pages. */
export function Orders() {
  const { lead } = useWords();
  return (
    <>
      {Object.entries(states).map(([state, said]) => (
        <Specimen key={state} of={`identity/identity-challenge, ${state}`}>
          <IdentityChallenge order={orderAt('identity-validation', { identity: said })} purpose="order" />
        </Specimen>
      ))}
      <Specimen of="identity/identity-waiting">
        <IdentityWaiting instruction={lead} random="7" expiresAt={inTwoMinutes} />
      </Specimen>
      <Specimen of="order-links">
        <OrderLinks
          links={[
            { relation: 'replaced-by', orderId, orderNumber: 'SC12345678' },
            { relation: 'port-again-of' },
          ]}
        />
      </Specimen>
    </>
  );
}
