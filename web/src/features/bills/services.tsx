import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice, InvoiceDetail, InvoiceLine } from '@/api/gen-bills';
import { getInvoiceServiceOptions } from '@/api/gen-bills/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { Group } from '@/components/ui/layout';
import { useLineCall } from '@/lib/session/use-line-call';
import { days } from '@/lib/text/days';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from './bills.module.css';

type Service = InvoiceDetail['services'][number];

/** A bill line: its text, its date and its VAT. */
function Line({ line }: { line: InvoiceLine }) {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  const quantity = useQuantity();
  const { name, quantity: used, unit, from, until, net, vat, vatPercent, total } = line;
  return (
    <Group component="li" align="flex-start" justify="space-between" wrap="nowrap">
      <div>
        <p>
          {name} {unit && <>· {quantity(used, unit)}</>}
        </p>
        <p className={classes.dimmed}>
          <span>{days(from, until, language)}</span>
          <span>
            {t('services.net')} <Money amount={net} />
          </span>
          <span>
            {t('services.vat', { percent: vatPercent })} <Money amount={vat} />
          </span>
        </p>
      </div>
      <Money amount={total} />
    </Group>
  );
}

/** Loaded when the customer opens the section. */
function Lines({ bill, service }: { bill: string; service: Service['id'] }) {
  const { data, error, isPending, refetch } = useQuery(
    getInvoiceServiceOptions({ ...useLineCall(), path: { id: bill, serviceId: service } }),
  );
  return (
    <>
      {isPending && <Loading lines={2} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      <ul className={classes.lines}>
        {data?.data.lines.map((line) => (
          <Line key={`${line.name} ${line.from} ${line.total}`} line={line} />
        ))}
      </ul>
    </>
  );
}

function ServiceLines({ bill, service }: { bill: string; service: Service }) {
  const [wanted, setWanted] = useState(false);
  return (
    <details className={classes.service} onToggle={() => setWanted(true)}>
      <summary>
        <ChevronDown size={18} aria-hidden />
        <span>{service.name}</span> <Money amount={service.total} />
      </summary>
      {wanted && <Lines bill={bill} service={service.id} />}
    </details>
  );
}

/** The services of a bill; each opens to show its lines. */
export function Services({ bill, services }: { bill: Invoice; services: readonly Service[] }) {
  const { t } = useTranslation('bills');
  return (
    <section className="card">
      <h2>{t('services.title')}</h2>
      {services.map((service) => (
        <ServiceLines key={service.id} bill={bill.id} service={service} />
      ))}
      <div className={classes.totals}>
        <FactRows>
          <Fact label={t('services.allNet')}>
            <Money amount={bill.net} />
          </Fact>
          <Fact label={t('services.allVat')}>
            <Money amount={bill.vat} />
          </Fact>
          <Fact label={t('services.total')}>
            <Money amount={bill.total} />
          </Fact>
        </FactRows>
      </div>
    </section>
  );
}
