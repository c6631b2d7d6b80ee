import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type ApplyPromoCodeData, applyPromoCode, type Order, removePromoCode } from '@/api/gen';
import { zApplyPromoCodeBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { CodeField } from '@/components/form/code-field';
import { Form } from '@/components/form/form';
import { Ltr } from '@/components/ltr';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { riyals } from '@/lib/text/format';
import { useOrderAction } from '../model/use-order-action';
import classes from './promo-code.module.css';

function Applied({ order, code }: { order: Order; code: string }) {
  const { t } = useTranslation('order');
  const remove = useOrderAction<void>(order.id, (call) => removePromoCode(call));
  return (
    <div className="row between">
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

type Typed = ApplyPromoCodeData['body'];

/** An empty code is no mistake: the form then does nothing. */
const schema = z.extend(zApplyPromoCodeBody, { code: z.string().check(z.maxLength(40)) });

function Entry({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const apply = useOrderAction(order.id, (call, body: Typed) => applyPromoCode({ ...call, body }));
  const { form, refusal } = useSchemaForm<Typed>(schema, {
    defaultValues: { code: '' },
    mode: 'onSubmit',
    error: apply.error,
  });
  return (
    <Form
      form={form}
      className={classes.entry}
      onSubmit={(typed) => typed.code !== '' && apply.mutate(typed)}
    >
      <CodeField
        form={form}
        name="code"
        label={t('promo.label')}
        errorProps={{ role: 'alert' }}
        read={(typed) => typed.trim()}
      />
      <Button type="submit" variant="default" size="md" loading={apply.isPending}>
        {t('promo.apply')}
      </Button>
      <ErrorNotice error={refusal} />
    </Form>
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
