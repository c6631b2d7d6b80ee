import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { Offer } from '@/api/gen-bundles';
import { getOfferOptions } from '@/api/gen-bundles/@tanstack/react-query.gen';
import { zBundleId } from '@/api/gen-bundles/zod.gen';
import { statusOf } from '@/api/problem';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import { Stack } from '@/components/ui/layout';
import { usePath } from '@/lib/site/use-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { Gives, Marks, Prices } from './bundle-facts';
import classes from './bundles.module.css';

function Over() {
  const { t } = useTranslation('bundles');
  return (
    <DeadEnd scene="empty" title={t('offers.gone.title')} lead={t('offers.gone.text')}>
      <PrimaryLink to={usePath('offers') ?? ''}>{t('offers.gone.all')}</PrimaryLink>
    </DeadEnd>
  );
}

/** The product of the offer, with a link to it. */
function Sells({ offer: { bundle, planId } }: { offer: Offer }) {
  const { t } = useTranslation('bundles');
  const bundles = usePath('bundles') ?? '';
  const plans = usePath('plans') ?? '';
  if (bundle) {
    return (
      <div className="card stack">
        <h2>{bundle.name}</h2>
        <Marks bundle={bundle} />
        <Gives bundle={bundle} />
        <Prices bundle={bundle} />
        <PrimaryLink to={`${bundles}/${bundle.id}`}>{t('offers.toBundle')}</PrimaryLink>
      </div>
    );
  }
  return <PrimaryLink to={`${plans}/${planId}`}>{t('offers.toPlan')}</PrimaryLink>;
}

function InForce({ id }: { id: string }) {
  const { t } = useTranslation('bundles');
  const language = useLanguage();
  const headers = { 'accept-language': language };
  const { data, error, isPending, refetch } = useQuery(getOfferOptions({ path: { offerId: id }, headers }));
  const all = usePath('offers') ?? '';
  if (statusOf(error) === 404) {
    return <Over />;
  }
  const offer = data?.data;
  return (
    <div className={`container ${classes.page}`}>
      <Link to={all}>{t('offers.gone.all')}</Link>
      {isPending && <Loading lines={3} height={160} />}
      {!offer && error && <PageHeading takesFocus title={t('offers.title')} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {offer && (
        <Stack gap={24}>
          <PageHeading takesFocus title={offer.name} lead={offer.description} />
          {offer.endsAt && <p>{t('offers.until', { day: day(offer.endsAt, language) })}</p>}
          <Sells offer={offer} />
        </Stack>
      )}
    </div>
  );
}

/** The offer in the address. */
export function OfferPage() {
  const id = zBundleId.safeParse(useParams().offerId).data;
  return id ? <InForce id={id} /> : <Over />;
}
