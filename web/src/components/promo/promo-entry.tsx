import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { PromoOffer } from '@/api/gen-purchases';
import { zCheckPromoCodeBody } from '@/api/gen-purchases/zod.gen';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { ErrorNotice } from '../error-notice';
import { CodeField } from '../form/code-field';
import { Form } from '../form/form';
import classes from './promo-entry.module.css';
import { usePromoCheck } from './use-promo-check';

/** An empty code is no mistake: the form then does nothing. */
const schema = z.extend(zCheckPromoCodeBody, { code: z.string().check(z.maxLength(40)) });
type Typed = z.infer<typeof schema>;

interface Props {
  /** The text of the button. */
  action: string;
  /** Returns the reason why a valid code is useless here; nothing if it is useful. */
  refuses?: (offer: PromoOffer) => string | undefined;
  onOffer: (offer: PromoOffer) => void;
}

/** A form that checks a promo code. */
export function PromoEntry({ action, refuses, onOffer }: Props) {
  const { t } = useTranslation('promo');
  const check = usePromoCheck();
  const { form, refusal } = useSchemaForm<Typed>(schema, {
    defaultValues: { code: '' },
    mode: 'onSubmit',
    error: check.error,
  });
  const submit = ({ code }: Typed) => {
    if (code === '') {
      return;
    }
    check.mutate(code, {
      onSuccess: (offer) => {
        const message = refuses?.(offer);
        if (message === undefined) {
          onOffer(offer);
        } else {
          form.setError('code', { type: 'server', message });
        }
      },
    });
  };
  return (
    <Form form={form} className={classes.entry} onSubmit={submit}>
      <CodeField
        form={form}
        name="code"
        label={t('label')}
        errorProps={{ role: 'alert' }}
        read={(typed) => typed.trim()}
      />
      <Button type="submit" variant="default" size="md" loading={check.isPending}>
        {action}
      </Button>
      <ErrorNotice error={refusal} />
    </Form>
  );
}
