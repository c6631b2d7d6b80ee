import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseDelivery, type DeliveryChoice, type DeliveryMethod } from '@/api/gen';
import { getAppConfigurationOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { daySpan } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import HomeAddressForm from '../delivery/home-address-form';
import { useStepAction, useWizard } from '../shell/wizard-context';
import classes from './delivery-step.module.css';

/** Loaded on demand: most customers want delivery to their door. */
const BranchForm = lazy(() => import('../delivery/branch-form'));

interface MethodsProps {
  methods: { method: DeliveryMethod; fee: number }[];
  chosen: DeliveryMethod;
  days: string | undefined;
  onChoose: (method: DeliveryMethod) => void;
}

function Methods({ methods, chosen, days, onChoose }: MethodsProps) {
  const { t } = useTranslation(['order', 'delivery']);
  return (
    <fieldset className={classes.methods}>
      <legend>{t('delivery:method')}</legend>
      {days && <p className={classes.expected}>{t('delivery.expected', { days })}</p>}
      {methods.map(({ method, fee }) => (
        <label key={method} className={classes.method}>
          <input
            type="radio"
            name="method"
            value={method}
            checked={method === chosen}
            onChange={() => onChoose(method)}
          />
          <span className={classes.methodText}>
            <strong>{t(`delivery.${method}`)}</strong>
            <span className={classes.hint}>{t(`delivery:${method}Hint`)}</span>
          </span>
          <Money amount={fee} freeWhenZero />
        </label>
      ))}
    </fieldset>
  );
}

export default function DeliveryStep() {
  const { t } = useTranslation(['order', 'delivery']);
  const language = useLanguage();
  const { order } = useWizard();
  const configuration = useQuery(getAppConfigurationOptions({ headers: { 'accept-language': language } }));
  const choose = useStepAction((call, body: DeliveryChoice) => chooseDelivery({ ...call, body }));
  const [picked, setPicked] = useState(order.delivery?.method);
  const offered = configuration.data?.deliveryMethods ?? [];
  const fees = configuration.data?.deliveryFees;
  const expected = order.expectedDelivery;
  const method = picked ?? offered[0] ?? 'homeDelivery';
  return (
    <>
      <PageHeading takesFocus title={t('steps.delivery.title')} lead={t('steps.delivery.lead')} />
      <div className="stack form">
        {configuration.isPending && <Loading lines={2} />}
        <ErrorNotice error={configuration.error} onRetry={() => configuration.refetch()} />
        {fees && (
          <Methods
            methods={offered.map((entry) => ({ method: entry, fee: fees[entry] }))}
            chosen={method}
            days={expected && daySpan(expected.first, expected.last, language)}
            onChoose={setPicked}
          />
        )}
        {method === 'homeDelivery' ? (
          <HomeAddressForm
            busy={choose.isPending}
            error={choose.error}
            onSubmit={(address) => choose.submit({ method, address })}
          />
        ) : (
          <Suspense fallback={<Loading lines={3} height={96} />}>
            <BranchForm
              busy={choose.isPending}
              error={choose.error}
              onSubmit={(branchId) => choose.submit({ method, branchId })}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
