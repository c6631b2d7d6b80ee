import { Button } from '@mantine/core';
import { startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import type { Device } from '@/api/gen';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { PageHeading } from '@/components/page-heading';
import { useSite } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import { DeviceForm } from '../esim/device-form';
import { stepPath } from '../model/order-steps';
import { useStartOrder } from '../model/use-start-order';
import { Invitation } from './invitation';

const zSim = z.enum(['physical', 'esim']);
const zSource = z.enum(['new', 'port-in']);

/**
 * Returns the choices. The address contains them, so that links and "back" restore them. A choice shows at
 * once, before the address changes, and keeps the scroll position.
 */
function useChoices() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [choices, show] = useOptimistic<Record<string, string>, Record<string, string>>(
    Object.fromEntries(params),
    (known, chosen) => ({ ...known, ...chosen }),
  );
  const choose = (name: 'sim' | 'number', value: string) =>
    startTransition(async () => {
      show({ [name]: value });
      const search = `?${new URLSearchParams({ ...choices, [name]: value })}`;
      await navigate({ search }, { replace: true, preventScrollReset: true });
    });
  return {
    sim: zSim.safeParse(choices.sim).data ?? 'physical',
    source: zSource.safeParse(choices.number).data ?? 'new',
    rest: params.has('package') ? `?package=${params.get('package')}` : '',
    choose,
  };
}

/**
 * A SIM card continues in the shop, where the number is booked with the order; a ported number needs the
 * order first.
 */
function PhysicalStart({ source, rest }: { source: z.infer<typeof zSource>; rest: string }) {
  const { t } = useTranslation('start');
  const language = useLanguage();
  const start = useStartOrder();
  if (source === 'new') {
    return (
      <Button
        component={Link}
        size="lg"
        className="primary-action"
        to={stepPath(language, 'number-selection') + rest}
      >
        {t('submit')}
      </Button>
    );
  }
  return (
    <>
      <Invitation />
      <ErrorNotice error={start.error} />
      <Button
        size="lg"
        className="primary-action"
        loading={start.isPending}
        onClick={() => start.mutate({ kind: 'sim', numberSource: source })}
      >
        {t('submit')}
      </Button>
    </>
  );
}

/** An eSIM first needs a phone that supports eSIM. */
function EsimStart({ source }: { source: z.infer<typeof zSource> }) {
  const { t } = useTranslation('start');
  const start = useStartOrder();
  return (
    <section className="stack" aria-labelledby="device">
      <Invitation />
      <h2 id="device" style={{ margin: 0, fontSize: '1.25rem' }}>
        {t('device')}
      </h2>
      <DeviceForm
        busy={start.isPending}
        error={start.error}
        submit={t('submit')}
        onSubmit={(device: Device) => start.mutate({ kind: 'esim', numberSource: source, device })}
      />
    </section>
  );
}

/** The choice between SIM card and eSIM, and between a new and an own number; the same wizard follows. */
export default function NumberTypePage() {
  const { t } = useTranslation('start');
  const { sim, source, rest, choose } = useChoices();
  const settings = useSite()?.settings;
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <div className="stack form">
        <RadioCards
          legend={t('sim')}
          name="sim"
          value={sim}
          cards={zSim.options.map((value) => ({ value, title: t(value), hint: t(`${value}Hint`) }))}
          onChange={(value) => choose('sim', value)}
        />
        <RadioCards
          legend={t('number')}
          name="number"
          value={source}
          cards={[
            { value: 'new' as const, title: t('new'), hint: t('newHint') },
            {
              value: 'port-in' as const,
              title: t('port-in'),
              hint: settings && t('port-inHint', { count: settings.portInWorkingDays }),
            },
          ]}
          onChange={(value) => choose('number', value)}
        />
        {sim === 'esim' ? <EsimStart source={source} /> : <PhysicalStart source={source} rest={rest} />}
      </div>
    </>
  );
}
