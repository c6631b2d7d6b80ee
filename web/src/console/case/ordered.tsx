import { Button } from '@mantine/core';
import Printer from 'lucide-react/icons/printer';
import { useTranslation } from 'react-i18next';
import type { CaseOrdered } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { useAttempt } from '@/lib/form/use-attempt';
import { saveFile } from '@/lib/http/save-file';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './case.module.css';
import { Part } from './part';

function NumberAndPlan({ of }: { of: CaseOrdered }) {
  const { t } = useTranslation(['console', 'common']);
  const { numberSource, msisdn, category, operator, plan, monthlyFee } = of;
  return (
    <>
      {msisdn && (
        <Fact label={t('ordered.number')}>
          <Ltr>{msisdn}</Ltr>
          <small>
            {numberSource === 'port-in' && operator
              ? t('ordered.from', { operator })
              : t(`ordered.source.${numberSource}`)}
            {category && numberSource === 'new' && `${t('case.comma')}${t(`common:category.${category}`)}`}
          </small>
        </Fact>
      )}
      {plan && (
        <Fact label={t('ordered.plan')}>
          <bdi>{plan.name}</bdi>
          <small>
            {t(`ordered.${plan.subscriptionType}`)}
            {plan.commitmentMonths !== undefined &&
              `${t('case.comma')}${t('ordered.commitment', { count: plan.commitmentMonths })}`}
          </small>
        </Fact>
      )}
      {monthlyFee !== undefined && (
        <Fact label={t('ordered.monthly')}>
          <Money amount={monthlyFee} />
        </Fact>
      )}
    </>
  );
}

/** Saves the label of the parcel, which is printed and stuck on it. */
function LabelButton({ order, airwayBill }: { order: string; airwayBill: string }) {
  const { t } = useTranslation('console');
  const headers = { 'accept-language': useLanguage() };
  const file = useAttempt(() =>
    saveFile(`/support/orders/${order}/label`, `label-${airwayBill}.pdf`, { headers }),
  );
  return (
    <div className={classes.print}>
      <Button
        variant="default"
        size="xs"
        leftSection={<Printer size={14} aria-hidden />}
        loading={file.busy}
        onClick={() => file.attempt()}
      >
        {t('ordered.label')}
      </Button>
      <ErrorNotice error={file.error} />
    </div>
  );
}

function SimAndDelivery({ of, order }: { of: CaseOrdered; order: string }) {
  const { t } = useTranslation('console');
  const { simType, device, replacement, delivery } = of;
  return (
    <>
      {simType && (
        <Fact label={t('ordered.sim')}>
          {t(`ordered.type.${simType}`)}
          {device && (
            <small>
              <bdi>{device}</bdi>
            </small>
          )}
        </Fact>
      )}
      {replacement && <Fact label={t('ordered.replaced')}>{t(`ordered.reason.${replacement}`)}</Fact>}
      {delivery && (
        <Fact label={t('ordered.delivery')}>
          {t(`ordered.method.${delivery.method}`)}
          {(delivery.city || delivery.branch) && (
            <small>
              <bdi>{[delivery.city, delivery.branch].filter(Boolean).join(t('case.comma'))}</bdi>
            </small>
          )}
        </Fact>
      )}
      {delivery?.airwayBill && (
        <Fact label={t('ordered.airwayBill')}>
          <Ltr>{delivery.airwayBill}</Ltr>
          {delivery.label && <LabelButton order={order} airwayBill={delivery.airwayBill} />}
        </Fact>
      )}
    </>
  );
}

/** The parts of the price, their sum, and the included VAT. */
function Price({ of, promoCode }: { of: NonNullable<CaseOrdered['price']>; promoCode?: string }) {
  const { t } = useTranslation('console');
  return (
    <>
      {of.lines
        .filter(({ key, amount }) => amount !== 0 || key === 'number')
        .map(({ key, amount }) => (
          <Fact key={key} label={t(`ordered.line.${key}`)}>
            <Money amount={amount} freeWhenZero />
            {key === 'promo' && promoCode && (
              <small>
                <Ltr>{promoCode}</Ltr>
              </small>
            )}
          </Fact>
        ))}
      <Fact label={t(of.pinned ? 'ordered.total' : 'ordered.soFar')}>
        <strong>
          <Money amount={of.total} />
        </strong>
      </Fact>
      <Fact label={t('bill.vat')}>
        <Money amount={of.vat} />
      </Fact>
    </>
  );
}

/** The goods and the price of an order, without its steps and payments. */
export function Ordered({ of, order }: { of: CaseOrdered; order: string }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <Part title={t('ordered.title')} empty={false}>
      <FactRows>
        <NumberAndPlan of={of} />
        <SimAndDelivery of={of} order={order} />
        {of.price && <Price of={of.price} promoCode={of.promoCode} />}
        <Fact label={t('ordered.at')}>
          <time dateTime={of.orderedAt}>{dayAndTime(of.orderedAt, language)}</time>
        </Fact>
      </FactRows>
    </Part>
  );
}
