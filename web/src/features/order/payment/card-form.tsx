import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PayOrderData, payOrder } from '@/api/gen';
import { getAppConfigurationOptions } from '@/api/gen/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { useLanguage } from '@/lib/text/use-language';
import { useOrderAction } from '../model/use-order-action';
import { useWizard } from '../shell/wizard-context';
import { CardFields } from './card-fields';
import classes from './card-form.module.css';
import { ChooseCard } from './choose-card';
import { firstChoice, otherCard, useKeptCards } from './kept-cards';
import { SchemeMarks } from './scheme-marks';
import { useAskedFields } from './use-asked-fields';

interface Props {
  total: number;
  onPay: () => void;
}

/** Another card is typed; who is signed in may have it kept, and pay with a kept one. */
export function CardForm({ total, onPay }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const { order } = useWizard();
  const kept = useKeptCards();
  const [chosen, setChosen] = useState<string>();
  const [keep, setKeep] = useState(false);
  const asked = useAskedFields();
  const configuration = useQuery(getAppConfigurationOptions({ headers: { 'accept-language': language } }));
  const pay = useOrderAction(order.id, (call, body: PayOrderData['body']) => payOrder({ ...call, body }));
  const send = (body: PayOrderData['body']) => {
    asked.answered();
    onPay();
    // A token works once: another try needs fresh fields.
    pay.mutate(body, { onSettled: asked.openAnew });
  };
  if (kept.isPending) {
    return <Loading lines={3} />;
  }
  const choice = chosen ?? firstChoice(kept.cards);
  const types = choice === otherCard;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!types) {
      send({ cardId: choice });
      return;
    }
    asked.ask();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {kept.cards.length > 0 && <ChooseCard cards={kept.cards} value={choice} onChange={setChosen} />}
      {types && configuration.isPending && <Loading lines={3} />}
      {types && <ErrorNotice error={configuration.error} onRetry={() => configuration.refetch()} />}
      {types && configuration.data && (
        <CardFields
          key={`${language}-${asked.round}`}
          ref={asked.fields}
          widget={configuration.data.paymentWidget}
          onToken={(cardToken) => send(keep ? { cardToken, keepCard: true } : { cardToken })}
          onRefused={asked.answered}
        />
      )}
      {types && kept.mayKeep && (
        <Checkbox
          size="md"
          checked={keep}
          onChange={(event) => setKeep(event.currentTarget.checked)}
          label={t('payment.keep')}
          description={t('payment.keepHint')}
        />
      )}
      <ErrorNotice error={pay.error} />
      {asked.state === 'silent' && <Notice tone="warning">{t('payment.fieldsSilent')}</Notice>}
      <Button
        type="submit"
        size="lg"
        className="primary-action"
        loading={asked.state === 'asking' || pay.isPending}
      >
        <span className={classes.pay}>
          {t('payment.pay')} <Money amount={total} />
        </span>
      </Button>
      <p className={classes.secure}>
        <SchemeMarks />
        <span>
          <Lock size={16} aria-hidden /> {t('payment.secure')}
        </span>
      </p>
      <p className={classes.help}>{t('payment.help')}</p>
    </form>
  );
}
