import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineRenewal, PurchasedVas } from '@/api/gen-vas';
import { listPurchasedVasOptions } from '@/api/gen-vas/@tanstack/react-query.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { RenewalChoice } from '@/components/renewal/renewal-choice';
import { useRenewals } from '@/components/renewal/use-renewals';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useServiceCall } from './call';
import { Price } from './price';
import { UnsubscribeDialog } from './unsubscribe-dialog';
import classes from './vas.module.css';

interface HeldProps {
  service: PurchasedVas;
  renewal: LineRenewal | undefined;
  onChosen: () => unknown;
  onUnsubscribe: () => void;
}

function Held({ service, renewal, onChosen, onUnsubscribe }: HeldProps) {
  const { t } = useTranslation('vas');
  const language = useLanguage();
  const { name, price, state, until } = service;
  return (
    <li className="card stack near">
      <h2>{name}</h2>
      <p className={classes.price}>
        {renewal ? (
          <Price price={renewal.price} billed={renewal.billed} cycleDays={renewal.days} />
        ) : (
          <Money amount={price} />
        )}
      </p>
      {renewal ? (
        <RenewalChoice renewal={renewal} onDone={onChosen} />
      ) : (
        <p className="dimmed">
          {state === 'active' && until ? t('mine.until', { day: day(until, language) }) : t(`mine.${state}`)}
        </p>
      )}
      {state === 'active' && (
        <Button variant="default" aria-label={t('unsubscribe.of', { name })} onClick={onUnsubscribe}>
          {t('unsubscribe.open')}
        </Button>
      )}
    </li>
  );
}

/** The services of the line, with a button to end each. */
export function Mine() {
  const { t } = useTranslation('vas');
  const { data, error, isPending, refetch } = useQuery(
    listPurchasedVasOptions({ ...useServiceCall(), query: { availability: 'web' } }),
  );
  const [unsubscribing, setUnsubscribing] = useState<PurchasedVas>();
  const renewals = useRenewals();
  const again = () => Promise.all([refetch(), renewals.refetch()]);
  const held = renewals.data && data?.data;
  return (
    <div className="stack">
      {(isPending || renewals.isPending) && <Loading lines={2} height={130} />}
      {!held && <ErrorNotice error={error ?? renewals.error} onRetry={again} />}
      {held?.length === 0 && <EmptyState text={t('mine.none')} />}
      {held && held.length > 0 && (
        <ul className="plain-list">
          {held.map((service) => (
            <Held
              key={service.purchaseId}
              service={service}
              renewal={renewals.data?.data.find(({ purchaseId }) => purchaseId === service.purchaseId)}
              onChosen={again}
              onUnsubscribe={() => setUnsubscribing(service)}
            />
          ))}
        </ul>
      )}
      {unsubscribing && (
        <UnsubscribeDialog
          service={unsubscribing}
          onClose={() => setUnsubscribing(undefined)}
          onDone={async () => {
            await again();
            setUnsubscribing(undefined);
          }}
        />
      )}
    </div>
  );
}
