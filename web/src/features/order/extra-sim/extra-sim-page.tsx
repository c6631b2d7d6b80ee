import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { getMultisimSettingsOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { UseMainFirst } from '@/components/use-main-first';
import { useSession } from '@/lib/session';
import { isolatedNumber } from '@/lib/session/line-name';
import { riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useStartOrder } from '../model/use-start-order';

const zSim = z.enum(['physical', 'esim']);

/** The price, the choice of SIM, and the start of the wizard. */
function Choice() {
  const { t } = useTranslation('multi-sim');
  const language = useLanguage();
  const [params] = useSearchParams();
  const [sim, setSim] = useState(zSim.safeParse(params.get('sim')).data ?? 'physical');
  const settings = useQuery(getMultisimSettingsOptions({ headers: { 'accept-language': language } }));
  const start = useStartOrder();
  const fees = settings.data?.data;
  if (!fees) {
    return settings.error ? (
      <ErrorNotice error={settings.error} onRetry={() => settings.refetch()} />
    ) : (
      <Loading lines={3} height={80} />
    );
  }
  return (
    <div className="stack form">
      <Notice>
        {t('fees', { setup: riyals(fees.setup_fee), monthly: riyals(fees.monthly_fee) })} {t('outgoing')}
      </Notice>
      <RadioCards
        legend={t('order.sim')}
        name="sim"
        value={sim}
        cards={fees.types.map((value) => ({
          value,
          title: t(`order.${value}`),
          hint: t(`order.${value}Hint`, { fee: riyals(fees.delivery_fees.homeDelivery) }),
        }))}
        onChange={setSim}
      />
      <ErrorNotice error={start.error} />
      <Button
        size="lg"
        className="primary-action"
        loading={start.isPending}
        onClick={() => start.mutate({ kind: 'multisim', numberSource: 'existing', simType: sim })}
      >
        {t('order.start')}
      </Button>
    </div>
  );
}

/** The start of an order of another SIM for the main line. */
export function ExtraSimPage() {
  const { t } = useTranslation('multi-sim');
  const { selected } = useSession();
  const isData = selected?.properties.data_sim;
  return (
    <>
      <PageHeading
        takesFocus
        title={t('order.title')}
        lead={selected && t('order.lead', { number: isolatedNumber(selected.mobile_number) })}
      />
      {!selected?.user.is_main && <UseMainFirst>{t('onlyMain')}</UseMainFirst>}
      {selected?.user.is_main && (isData ? <Notice>{t('dataSim')}</Notice> : <Choice />)}
    </>
  );
}
