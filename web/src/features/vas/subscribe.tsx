import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type CodeSent, type Purchase, subscribeVas, type VasService } from '@/api/gen-vas';
import { Fact, FactRows } from '@/components/fact';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { useOpenPurchase } from '@/components/payment/use-open-purchase';
import { useSession } from '@/lib/session';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { Price } from './price';

interface Props {
  service: VasService;
  sent: CodeSent;
  onResend: () => Promise<CodeSent>;
  onCancel: () => void;
}

/**
 * A summary of the subscription. The code confirms it: the code is valid for this service at this price
 * alone.
 */
export function Subscribe({ service, sent, onResend, onCancel }: Props) {
  const { t } = useTranslation('vas');
  const { selected } = useSession();
  const open = useOpenPurchase();
  const title = useRef<HTMLHeadingElement>(null);
  const subscribe = useEffectCall<string, { data: Purchase }>(
    ({ headers, ...call }, otp) =>
      subscribeVas({
        ...call,
        headers: { ...headers, 'X-Api-Version': 'v3' },
        body: { id: service.id, otp },
      }),
    ({ data }) => open(data),
  );
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <section className="stack form">
      <h2 ref={title} tabIndex={-1}>
        {t('confirm.title')}
      </h2>
      <div className="card">
        <FactRows>
          <Fact label={t('confirm.service')}>{service.name}</Fact>
          <Fact label={t('confirm.price')}>
            <Price price={service.price} billed={service.billed} cycleDays={service.cycleDays} />
          </Fact>
        </FactRows>
        <p className="dimmed">
          {service.renews
            ? t(service.billed ? 'confirm.billedRenews' : 'confirm.renews', { count: service.cycleDays })
            : t('confirm.ends')}
        </p>
      </div>
      <div className="card">
        <OneTimeCode
          sent={sent}
          to={<Msisdn value={selected?.mobile_number ?? ''} />}
          onCode={(otp) => subscribe.mutateAsync(otp)}
          onResend={onResend}
          onCancel={onCancel}
        />
      </div>
    </section>
  );
}
