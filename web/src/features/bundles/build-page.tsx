import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { GetBundleStepsAnswer } from '@/api/gen-bundles';
import { getBundleStepsOptions, priceBundleOptions } from '@/api/gen-bundles/@tanstack/react-query.gen';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { useQuantity } from '@/lib/text/use-quantity';
import { type Bought, Gives, Prices } from './bundle-facts';
import classes from './bundles.module.css';
import { BuyFlow } from './buy/buy-flow';
import { SignInToBuy } from './buy/sign-in-to-buy';

type Steps = GetBundleStepsAnswer['data'];

interface Choice {
  data: number;
  minutes: number;
  sms: number;
  days: number;
}

const parts = ['data', 'minutes', 'sms'] as const;
const units = { data: 'MB', minutes: 'minute', sms: 'sms' } as const;

const inWords = (choice: Choice) =>
  Object.fromEntries(Object.entries(choice).map(([part, value]) => [part, String(value)]));

/** Requests the price of the choice from the server. */
function usePrice(choice: Choice) {
  const { t } = useTranslation('bundles');
  const line = useLineCall();
  const isEmpty = parts.every((part) => choice[part] === 0);
  const { data, error, isFetching } = useQuery({
    ...priceBundleOptions({ query: choice, ...line }),
    enabled: !isEmpty,
    placeholderData: (before) => before,
  });
  const priced: Bought | undefined = data && !isEmpty ? { ...data.data, name: t('build.own') } : undefined;
  return { priced, isEmpty, error, isFetching };
}

function Chooser({
  steps,
  choice,
  onChange,
}: {
  steps: Steps;
  choice: Choice;
  onChange: (choice: Choice) => void;
}) {
  const { t } = useTranslation('bundles');
  const quantity = useQuantity();
  return (
    <div className="card stack">
      {parts.map((part) => (
        <ChoiceChips
          key={part}
          legend={t(`build.${part}`)}
          name={part}
          value={String(choice[part])}
          choices={[
            { value: '0', label: t('build.none') },
            ...steps[part].map(({ amount }) => ({
              value: String(amount),
              label: quantity(amount, units[part]),
            })),
          ]}
          onChange={(value) => onChange({ ...choice, [part]: Number(value) })}
        />
      ))}
      <ChoiceChips
        legend={t('build.days')}
        name="days"
        value={String(choice.days)}
        choices={steps.days.map(({ days }) => ({ value: String(days), label: t('days', { count: days }) }))}
        onChange={(value) => onChange({ ...choice, days: Number(value) })}
      />
    </div>
  );
}

/** Returns the bundle in the address if it is on sale: a customer who had to sign in continues with it. */
function choiceOf(params: URLSearchParams, steps: Steps): Choice {
  const offered = {
    data: [0, ...steps.data.map(({ amount }) => amount)],
    minutes: [0, ...steps.minutes.map(({ amount }) => amount)],
    sms: [0, ...steps.sms.map(({ amount }) => amount)],
    days: steps.days.map(({ days }) => days),
  };
  const asked = (part: keyof Choice) => offered[part].find((one) => String(one) === params.get(part));
  const month = steps.days.find(({ days }) => days === 30) ?? steps.days[0];
  return {
    data: asked('data') ?? steps.data[0]?.amount ?? 0,
    minutes: asked('minutes') ?? 0,
    sms: asked('sms') ?? 0,
    days: asked('days') ?? month?.days ?? 0,
  };
}

/** Steps with a live price, then the purchase of the assembled bundle. */
function Builder({ steps }: { steps: Steps }) {
  const { t } = useTranslation('bundles');
  const { status, selected } = useSession();
  const [params] = useSearchParams();
  const [choice, setChoice] = useState(() => choiceOf(params, steps));
  const [buys, setBuys] = useState(false);
  const { priced, isEmpty, error, isFetching } = usePrice(choice);
  if (buys && priced && selected) {
    return (
      <>
        <Button variant="default" onClick={() => setBuys(false)}>
          {t('build.change')}
        </Button>
        <BuyFlow as="own" bundle={priced} chosen={{ build: choice }} line={selected} />
      </>
    );
  }
  return (
    <>
      <Chooser steps={steps} choice={choice} onChange={setChoice} />
      <section className="card stack" aria-label={t('build.price')} aria-live="polite" aria-busy={isFetching}>
        <ErrorNotice error={error} />
        {isEmpty && <p>{t('build.choose')}</p>}
        {priced && (
          <>
            <Gives bundle={priced} />
            <Prices bundle={priced} />
          </>
        )}
        {status === 'guest' || status === 'failed' ? (
          <SignInToBuy chosen={inWords(choice)} />
        ) : (
          <Button
            size="lg"
            className="primary-action"
            disabled={!priced || isFetching || error !== null || !selected}
            onClick={() => setBuys(true)}
          >
            {t('build.buy')}
          </Button>
        )}
      </section>
    </>
  );
}

/** A self-made bundle; its parts and its price come from the server. */
export function BuildBundlePage() {
  const { t } = useTranslation('bundles');
  const { data, error, isPending, refetch } = useQuery(getBundleStepsOptions(useLineCall()));
  const steps = data?.data;
  return (
    <div className={`container ${classes.page}`}>
      <PageHeading takesFocus title={t('build.title')} lead={t('build.lead')} />
      <div className="stack form">
        {isPending && <Loading lines={3} height={140} />}
        <ErrorNotice error={error} onRetry={() => refetch()} />
        {steps && steps.days.length === 0 && <p>{t('build.empty')}</p>}
        {steps && steps.days.length > 0 && <Builder steps={steps} />}
      </div>
    </div>
  );
}
