import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeSent } from '@/api/gen-transfers';
import { Fact, FactRows } from '@/components/fact';
import { Ltr, Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { OneTimeCode } from '@/components/one-time-code';
import { useSession } from '@/lib/session';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import { InternationalSummary } from './international-summary';
import classes from './transfer.module.css';
import type { Wanted } from './wanted';

function What({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const quantity = useQuantity();
  if (wanted.kind === 'local') {
    return (
      <Fact label={t('confirm.credit')}>
        <Money amount={wanted.amount} />
      </Fact>
    );
  }
  if (wanted.kind === 'international') {
    return <InternationalSummary wanted={wanted} />;
  }
  const until = wanted.wallet.validUntil;
  return (
    <Fact label={t('confirm.data')}>
      {quantity(wanted.denomination.megabytes, 'MB')}
      {until && <small>{t('data.until', { day: day(until, language) })}</small>}
    </Fact>
  );
}

interface Props {
  wanted: Wanted;
  sent: CodeSent;
  onCode: (code: string) => Promise<unknown>;
  onResend: () => Promise<CodeSent>;
  onChange: () => void;
}

/** A summary before the transfer. The code confirms it: the code is valid for this transfer alone. */
export function ConfirmTransfer({ wanted, sent, onCode, onResend, onChange }: Props) {
  const { t } = useTranslation('transfer');
  const { selected } = useSession();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section className="stack form">
      <h2 ref={title}>{t('confirm.title')}</h2>
      <div className="card">
        <FactRows>
          <What wanted={wanted} />
          <Fact label={t('confirm.to')}>
            {wanted.kind === 'international' ? (
              <Ltr>{wanted.offer.to_mobile}</Ltr>
            ) : (
              <Msisdn value={wanted.to} />
            )}
          </Fact>
        </FactRows>
        <p className={classes.once}>{t('confirm.once')}</p>
      </div>
      <div className="card">
        <OneTimeCode
          sent={sent}
          to={<Msisdn value={selected?.mobile_number ?? ''} />}
          onCode={onCode}
          onResend={onResend}
          onCancel={onChange}
        />
      </div>
    </section>
  );
}
