import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ShopWidget } from '@/api/gen-bundles';
import { listBundlesOptions, listOffersOptions } from '@/api/gen-bundles/@tanstack/react-query.gen';
import type { Plan } from '@/api/gen-plans';
import { listPlansOfCategoryOptions } from '@/api/gen-plans/@tanstack/react-query.gen';
import { statusOf } from '@/api/problem';
import type { Compared } from '@/components/comparison/use-compared';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PlanCard } from '@/components/plan/plan-card';
import { useBestPlan } from '@/components/plan/use-best-plan';
import { SaleList } from '@/components/sale/sale-card';
import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import { useLineCall } from '@/lib/session/use-line-call';
import { useLanguage } from '@/lib/text/use-language';
import { BundleCard } from '../bundle-card';
import classes from '../bundles.module.css';
import { OfferCard } from '../offer-card';
import { type Filter, filterOf } from '../use-bundles';

interface Props {
  widget: ShopWidget;
  sort: Filter['sort'];
  compared: Compared;
}

/** A section with its texts. If its content no longer exists, the section disappears. */
function Frame({ widget, children }: { widget: ShopWidget; children: ReactNode }) {
  const { t } = useTranslation('bundles');
  const { key, title, text, path } = widget;
  return (
    <section aria-labelledby={`shop-${key}`}>
      <h2 id={`shop-${key}`} className={classes.title}>
        {title}
      </h2>
      <p className={classes.hint}>{text}</p>
      {children}
      {path && (
        <Link to={path} aria-label={t('shop.allOf', { title })}>
          {t('shop.all')}
        </Link>
      )}
    </section>
  );
}

interface ThingsProps<One> {
  widget: ShopWidget;
  found: UseQueryResult<{ items: One[] }, unknown>;
  card: (one: One) => ReactNode;
}

function Things<One>({ widget, found: { data, error, isPending, refetch }, card }: ThingsProps<One>) {
  if (data?.items.length === 0 || statusOf(error) === 404) {
    return null;
  }
  return (
    <Frame widget={widget}>
      {isPending && <Loading lines={1} height={180} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      <SaleList>{data?.items.map(card)}</SaleList>
    </Frame>
  );
}

const ofShop = (most: number) => ({ page: 1, per_page: most, availability: 'web' as const });

function Offers({ widget }: Props) {
  const headers = { 'accept-language': useLanguage() };
  const query = { ...ofShop(widget.most), ...(widget.featured && { featured: 1 as const }) };
  const found = useQuery(listOffersOptions({ query, headers }));
  return (
    <Things widget={widget} found={found} card={(offer) => <OfferCard key={offer.id} offer={offer} />} />
  );
}

function Bundles({ widget, sort, compared }: Props) {
  const line = useLineCall();
  const session = useSession();
  const { category = '', tag = '', most } = widget;
  const query = {
    ...ofShop(most),
    ...filterOf(new URLSearchParams({ category, tag })),
    ...(sort && { sort }),
  };
  const open = isOpenTo(session, { permission: widget.permission }) !== false;
  const found = useQuery({ ...listBundlesOptions({ query, ...line }), enabled: open });
  return open ? (
    <Things
      widget={widget}
      found={found}
      card={(bundle) => <BundleCard key={bundle.id} bundle={bundle} compared={compared} />}
    />
  ) : null;
}

function Plans({ widget }: Props) {
  const headers = { 'accept-language': useLanguage() };
  const path = { categoryKey: widget.category ?? '' };
  const found = useQuery(listPlansOfCategoryOptions({ path, query: { per_page: widget.most }, headers }));
  const best = useBestPlan();
  const card = (plan: Plan) => (
    <PlanCard key={plan.id} plan={plan} reason={plan.id === best?.id ? best.reason : undefined} />
  );
  return <Things widget={widget} found={found} card={card} />;
}

/** Links to pages, without those that the chosen line may not open. */
function Links({ widget }: Props) {
  const session = useSession();
  const open = widget.links.filter(
    ({ key, permission }) => isOpenTo(session, { slug: key, permission }) !== false,
  );
  return open.length === 0 ? null : (
    <Frame widget={widget}>
      <ul className={classes.cards}>
        {open.map(({ key, title, text, path }) => (
          <li key={key} className={classes.card}>
            <h3>
              <Link to={path}>{title}</Link>
            </h3>
            <p className={classes.hint}>{text}</p>
          </li>
        ))}
      </ul>
    </Frame>
  );
}

const sections = { offers: Offers, bundles: Bundles, plans: Plans, links: Links };

export function ShopSection(props: Props) {
  const Section = sections[props.widget.kind];
  return <Section {...props} />;
}
