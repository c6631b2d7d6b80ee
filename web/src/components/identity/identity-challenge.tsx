import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Order, requestIdentity } from '@/api/gen';
import { leaveStep } from '@/features/order/model/left-step';
import { useOrderAction } from '@/features/order/model/use-order-action';
import { ErrorNotice } from '../error-notice';
import { Notice } from '../notice';
import { HelpLink } from '../support/help-link';
import classes from './identity-challenge.module.css';
import { IdentityWaiting } from './identity-waiting';

type Identity = NonNullable<Order['identity']>;

function Outcome({ identity }: { identity: Identity }) {
  const { t } = useTranslation('identity');
  if (identity.status === 'completed') {
    return <Notice tone="positive" title={t('completed')} />;
  }
  const outcome =
    identity.status === 'rejected' || identity.status === 'unknown' ? identity.status : 'expired';
  return (
    <Notice tone="warning" title={t(outcome)}>
      {t(`${outcome}Hint`)}
    </Notice>
  );
}

interface Props {
  order: Order;
  purpose: Identity['purpose'];
}

/**
 * Verifies a person with the national identity app: sends a push, shows the number to choose in the app, and
 * shows the answer.
 */
export function IdentityChallenge({ order, purpose }: Props) {
  const { t } = useTranslation('identity');
  const send = useOrderAction<void>(order.id, (call) => requestIdentity(call));
  const identity = order.identity?.purpose === purpose ? order.identity : undefined;
  const waiting = identity?.status === 'waiting';
  const spent = identity !== undefined && identity.triesLeft <= 0;
  const done = identity?.status === 'completed';
  return (
    <div className="stack start">
      {identity &&
        (waiting ? (
          <IdentityWaiting {...identity} instruction={t('openApp')} onLeave={() => leaveStep(order.id)} />
        ) : (
          <Outcome identity={identity} />
        ))}
      <ErrorNotice error={send.error} />
      {!waiting && !done && !spent && (
        <Button size="lg" className="primary-action" loading={send.isPending} onClick={() => send.mutate()}>
          {identity ? t('sendAgain') : t('send')}
        </Button>
      )}
      {identity && !waiting && !done && (
        <p className={classes.tries}>
          {spent ? t('noTries') : t('triesLeft', { count: identity.triesLeft })}{' '}
          {spent && <HelpLink order={order.orderNumber} />}
        </p>
      )}
    </div>
  );
}
