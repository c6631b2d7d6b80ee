import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RoamingCountry, RoamingEstimate } from '@/api/gen-rates';
import { estimateRoamingOptions } from '@/api/gen-rates/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { useNumberSettings } from '@/components/line/number-settings';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { SaleCard, SaleList } from '@/components/sale/sale-card';
import { useSession } from '@/lib/session';
import { loginPath } from '@/lib/session/return-path';
import { useLineCall } from '@/lib/session/use-line-call';
import { useOpenPath } from '@/lib/session/use-open-path';
import { usePath } from '@/lib/site/use-path';
import { riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import own from './trip.module.css';

type Pass = RoamingEstimate['passes'][number];

interface Props {
  country: RoamingCountry;
  stay: { days: number; megabytes: number; home: number };
  words: { data: string; calls: string };
}

/** Tells a customer whose line has roaming off. A guest has no line yet. */
function RoamingOff() {
  const { t } = useTranslation('rates');
  const { data } = useNumberSettings();
  const roaming = data?.data.services.find(({ key }) => key === 'roaming');
  return roaming?.active === false ? <Notice tone="warning" title={t('trip.off')} /> : null;
}

/** The one button of the best pass. A guest signs in first and comes to the pass; who has no line looks at the plans. */
function Buy({ id }: { id: string }) {
  const { t } = useTranslation('rates');
  const language = useLanguage();
  const { status } = useSession();
  const pages = useOpenPath('bundles');
  const plans = usePath('plans');
  if (!pages) {
    return null;
  }
  if (status === 'signed-in') {
    return <PrimaryLink to={`${pages}/${id}`}>{t('trip.buy')}</PrimaryLink>;
  }
  return (
    <>
      <PrimaryLink to={loginPath(language, `${pages}/${id}`)}>{t('trip.signIn')}</PrimaryLink>
      {plans && <SecondaryLink to={plans}>{t('trip.plans')}</SecondaryLink>}
    </>
  );
}

function Passes({ passes, without, stay }: { passes: Pass[]; without: number; stay: Props['stay'] }) {
  const { t } = useTranslation('rates');
  const quantity = useQuantity();
  const pages = useOpenPath('bundles');
  return (
    <SaleList>
      {passes.map(({ bundle, times, total }, index) => (
        <SaleCard
          key={bundle.id}
          name={times > 1 ? `${times} × ${bundle.name}` : bundle.name}
          to={pages && `${pages}/${bundle.id}`}
          mark={index === 0 && t('trip.best')}
          reason={index === 0 && bestBecause(passes, without, t)}
          price={total}
          period={t('trip.forDays', { count: stay.days })}
          contents={bundle.items.map(({ type, unit, amount }) => ({ type, label: quantity(amount, unit) }))}
          action={index === 0 && <Buy id={bundle.id} />}
        >
          <p>
            {times > 1
              ? t('trip.each', { amount: riyals(bundle.total), count: bundle.validityDays })
              : t('trip.lasts', { count: bundle.validityDays })}
          </p>
        </SaleCard>
      ))}
    </SaleList>
  );
}

/** Returns the reason why the first pass is the best one: what it saves, or that no other pass covers the stay for less. */
function bestBecause(
  [best]: Pass[],
  without: number,
  t: ReturnType<typeof useTranslation<'rates'>>['t'],
): string | undefined {
  if (!best) {
    return undefined;
  }
  return best.total < without
    ? t('trip.saves', { amount: riyals(without - best.total) })
    : t('trip.dearer', { amount: riyals(best.total - without) });
}

/** The passes that cover the trip, the cheapest first, and its cost without a pass at the cheapest operator there. */
export function TripAnswer({ country, stay, words }: Props) {
  const { t } = useTranslation('rates');
  const line = useLineCall();
  const { data, error, isPending, refetch } = useQuery({
    ...estimateRoamingOptions({ ...line, path: { country: country.country }, query: stay }),
    placeholderData: keepPreviousData,
  });
  const answer = data?.data;
  const without = answer?.operators[0]?.total ?? 0;
  return (
    <div className={own.answer} aria-live="polite">
      {isPending && <Loading lines={2} height={120} />}
      {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
      <RoamingOff />
      {answer && (
        <>
          {answer.passes.length > 0 ? (
            <Passes passes={answer.passes} without={without} stay={stay} />
          ) : (
            <Notice title={t(country.bundles.length > 0 ? 'trip.noneCovers' : 'trip.none')} />
          )}
          <p className={own.without}>
            {t(stay.home > 0 ? 'trip.without' : 'trip.withoutCalls', { ...words, count: stay.days })}{' '}
            <strong>
              <Money amount={without} />
            </strong>
          </p>
          <p className="dimmed">{t('trip.note')}</p>
        </>
      )}
    </div>
  );
}
