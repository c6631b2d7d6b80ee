import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyPromoCode, type Order, removePromoCode } from '@/api/gen';
import { splitRefusal } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Ltr } from '@/components/ltr';
import { riyals } from '@/lib/text/format';
import { useOrderAction } from '../model/use-order-action';
import classes from './promo-code.module.css';

function Applied({ order, code }: { order: Order; code: string }) {
  const { t } = useTranslation('order');
  const remove = useOrderAction<void>(order.id, (call) => removePromoCode(call));
  return (
    <div className={classes.applied}>
      <span>
        {t('promo.applied')} <Ltr>{code}</Ltr>
      </span>
      <Button variant="default" size="sm" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('promo.remove')}
      </Button>
      <ErrorNotice error={remove.error} />
    </div>
  );
}

function Entry({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const [code, setCode] = useState('');
  const apply = useOrderAction(order.id, (call, typed: string) =>
    applyPromoCode({ ...call, body: { code: typed } }),
  );
  const refusal = splitRefusal(apply.error, (path) => (path === 'code' ? path : undefined));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') {
      apply.mutate(code.trim());
    }
  };
  return (
    <form noValidate className={classes.entry} onSubmit={submit}>
      <TextInput
        size="md"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        label={t('promo.label')}
        maxLength={40}
        value={code}
        error={refusal.fields[0]?.[1]}
        errorProps={{ role: 'alert' }}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="md" loading={apply.isPending}>
        {t('promo.apply')}
      </Button>
      <ErrorNotice error={refusal.rest} />
    </form>
  );
}

/** Returns the change of the price, for screen readers. */
function useChange(code: string | undefined): 'promo.applied' | 'promo.removed' | undefined {
  const [known, setKnown] = useState(code);
  const [change, setChange] = useState<'promo.applied' | 'promo.removed'>();
  if (known !== code) {
    setKnown(code);
    setChange(code === undefined ? 'promo.removed' : 'promo.applied');
  }
  return change;
}

/** A promo code can be applied and removed until the price is confirmed. */
export function PromoCode({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const code = order.promo?.code;
  const change = useChange(code);
  const total = order.price && t('promo.newTotal', { amount: riyals(order.price.total) });
  return (
    <>
      <p role="status" className="visually-hidden">
        {change && `${t(change)} ${code ?? ''} ${total ?? ''}`}
      </p>
      {code === undefined ? (
        <details className={classes.promo}>
          <summary>{t('promo.open')}</summary>
          <Entry order={order} />
        </details>
      ) : (
        <Applied order={order} code={code} />
      )}
    </>
  );
}
