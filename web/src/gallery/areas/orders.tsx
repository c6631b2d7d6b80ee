import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { IdentityChallenge } from '@/components/identity/identity-challenge';
import { IdentityWaiting } from '@/components/identity/identity-waiting';
import { OrderLinks } from '@/components/order-links';
import OrderStage from '@/components/order-stage';
import { IncidentBanner } from '@/components/ui/incident-banner';
import { useLanguage } from '@/lib/text/use-language';
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
  'the app cannot be reached': identity({ status: 'unknown' }),
  'expired, no tries left': identity({ status: 'expired', triesLeft: 0 }),
};

function Incidents() {
  const { t } = useTranslation('details');
  const { long, lead } = useWords();
  const parts = { language: useLanguage(), say: t };
  return (
    <>
      <Specimen of="parts/incident-banner">
        <IncidentBanner {...parts} texts={[long]} until={inTwoMinutes} />
      </Specimen>
      <Specimen of="parts/incident-banner, two without a known end">
        <IncidentBanner {...parts} texts={[lead, long]} />
      </Specimen>
    </>
  );
}

/** Components of an order that are used outside its own pages. */
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
      <Specimen of="order-stage">
        <OrderStage stage="dispatched" />
      </Specimen>
      <Incidents />
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
