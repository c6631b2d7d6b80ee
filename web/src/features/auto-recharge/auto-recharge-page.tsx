import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  getAutoRechargeOptions,
  getRechargeOptionsOptions,
} from '@/api/gen-purchases/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { LineHeading } from '@/components/line/line-heading';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { Outcome } from '@/components/outcome';
import { savedCardsQuery } from '@/components/payment/saved-cards';
import { Tabs } from '@/components/ui/tabs';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { useLineType } from '@/lib/session/use-line-type';
import { useLanguage } from '@/lib/text/use-language';
import { Current } from './current';
import { SetUp } from './set-up';
import { useUpdateAutoRecharge } from './use-auto-recharge';
import type { Frequency } from './wanted';

const frequencies = ['monthly', 'weekly'] as const satisfies Frequency[];

/** Loads the parts of the page; the page appears once all are loaded. */
function useParts() {
  const call = useLineCall();
  const place = useQuery(getAutoRechargeOptions(call));
  const options = useQuery(getRechargeOptionsOptions(call));
  const cards = useQuery(savedCardsQuery(useLanguage()));
  const parts = [place, options, cards];
  return {
    isPending: parts.some(({ isPending }) => isPending),
    error: parts.find(({ data, error }) => data === undefined && error)?.error,
    refetch: () => Promise.all(parts.map(({ refetch }) => refetch())),
    known: place.data &&
      options.data &&
      cards.data && { place: place.data.data, options: options.data.data, cards: cards.data },
  };
}

function Choose({ place, options, cards }: NonNullable<ReturnType<typeof useParts>['known']>) {
  const { t } = useTranslation('auto-recharge');
  const [params, setParams] = useSearchParams();
  const current = frequencies.find((name) => name === params.get('tab')) ?? 'monthly';
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={frequencies.map((name) => ({ name, title: t(`tabs.${name}`) }))}
      current={current}
      onChange={(tab) => setParams({ tab }, { replace: true })}
    >
      <div style={{ paddingBlockStart: '1.25rem' }}>
        <SetUp key={current} frequency={current} hour={place.hour} options={options} cards={cards} />
      </div>
    </Tabs>
  );
}

function Content() {
  const { t } = useTranslation('auto-recharge');
  const { isPending, error, refetch, known } = useParts();
  const say = useUpdateAutoRecharge();
  const [ended, setEnded] = useState(false);
  const auto = known?.place.autoRecharge;
  return (
    <div className="stack">
      {isPending && <Loading lines={2} height={120} />}
      <ErrorNotice error={error} onRetry={refetch} />
      <Outcome of={ended && !auto ? 'ended' : undefined}>
        <Notice tone="positive" title={t('end.done')} />
      </Outcome>
      {known && auto && (
        <Current
          auto={auto}
          cards={known.cards}
          onEnded={() => {
            setEnded(true);
            say();
          }}
        />
      )}
      {known && !auto && <Choose {...known} />}
    </div>
  );
}

/** The automatic recharge of a prepaid line's balance. */
export function AutoRechargePage() {
  const { t } = useTranslation('auto-recharge');
  const { selected } = useSession();
  const postpaid = useLineType() === 'postpaid';
  return (
    <>
      <LineHeading title={t('title')} lead={t('lead')} />
      {postpaid ? <Notice>{t('postpaid')}</Notice> : <Content key={selected?.subscription_id} />}
    </>
  );
}
