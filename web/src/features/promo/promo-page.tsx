import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PromoOffer } from '@/api/gen-purchases';
import { Fact, FactRows } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { PromoEntry } from '@/components/promo/promo-entry';
import { usePath } from '@/lib/site/use-path';
import { day, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

const kinds = [
  'sim',
  'esim',
  'sim-replacement',
  'esim-replacement',
  'multisim',
  'recharge',
  'data-recharge',
] as const;
type Known = (typeof kinds)[number] | 'other';
const known = (kind: string): Known => kinds.find((each) => each === kind) ?? 'other';

function Where({ offer }: { offer: PromoOffer }) {
  const { t } = useTranslation('promo');
  if (offer.kinds.length === 0) {
    return t('everyOrder');
  }
  return (
    <ul>
      {[...new Set(offer.kinds.map(known))].map((kind) => (
        <li key={kind}>{t(`kind.${kind}`)}</li>
      ))}
    </ul>
  );
}

/** The pages that accept a code, and the kinds of orders and purchases that begin there. */
const ways = [
  { word: 'order', page: 'order-sim', kinds: ['sim', 'other'] },
  { word: 'orderEsim', page: 'order-esim', kinds: ['esim'] },
  { word: 'replace', page: 'replace-sim', kinds: ['sim-replacement', 'esim-replacement'] },
  { word: 'extraSim', page: 'multi-sim', kinds: ['multisim'] },
  { word: 'recharge', page: 'recharge', kinds: ['recharge', 'data-recharge'] },
] as const satisfies readonly { word: string; page: string; kinds: readonly Known[] }[];

type Way = (typeof ways)[number];

function WayTo({ way: { word, page }, isFirst }: { way: Way; isFirst: boolean }) {
  const { t } = useTranslation('promo');
  const path = usePath(page);
  return (
    path && (
      <Button component={Link} to={path} variant={isFirst ? 'filled' : 'default'}>
        {t(word)}
      </Button>
    )
  );
}

/** Links to the pages that accept the code: the customer types it again there, next to the price. */
function Uses({ offer }: { offer: PromoOffer }) {
  const kindsOfOffer = offer.kinds.map(known);
  const open = ways.filter(({ kinds: here }) =>
    kindsOfOffer.some((kind) => here.some((one) => one === kind)),
  );
  const shown = open.length > 0 ? open : ways.slice(0, 1);
  return (
    <div className="button-row">
      {shown.map((way, at) => (
        <WayTo key={way.page} way={way} isFirst={at === 0} />
      ))}
    </div>
  );
}

function Offer({ offer }: { offer: PromoOffer }) {
  const { t } = useTranslation('promo');
  const language = useLanguage();
  const title = useRef<HTMLHeadingElement>(null);
  // The result receives the focus, so that screen readers announce it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another offer takes the focus again
  useEffect(() => {
    title.current?.focus();
  }, [offer]);
  return (
    <section className="card stack">
      <h2 ref={title} tabIndex={-1}>
        <Ltr>{offer.code}</Ltr>
      </h2>
      <FactRows>
        <Fact label={t('gives')}>
          {offer.percent === undefined
            ? t('amount', { amount: riyals(offer.amount ?? 0) })
            : t('percent', { percent: offer.percent })}
        </Fact>
        <Fact label={t('where')}>
          <Where offer={offer} />
        </Fact>
        {offer.plans.length > 0 && (
          <Fact label={t('plans')}>
            <bdi>{offer.plans.join(', ')}</bdi>
          </Fact>
        )}
        {offer.endsAt && <Fact label={t('until')}>{day(offer.endsAt, language)}</Fact>}
      </FactRows>
      <p className="dimmed">{t('once')}</p>
      <Uses offer={offer} />
    </section>
  );
}

/** The reward of a promo code and its uses. */
export function PromoPage() {
  const { t } = useTranslation('promo');
  const [offer, setOffer] = useState<PromoOffer>();
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <div className="stack form">
        <PromoEntry action={t('check')} onOffer={setOffer} />
        {offer && <Offer offer={offer} />}
      </div>
    </div>
  );
}
