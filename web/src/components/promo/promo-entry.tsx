import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromoOffer } from '@/api/gen-purchases';
import { splitRefusal } from '@/api/problem';
import { ErrorNotice } from '../error-notice';
import classes from './promo-entry.module.css';
import { usePromoCheck } from './use-promo-check';

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
  const [code, setCode] = useState('');
  const [useless, setUseless] = useState<string>();
  const check = usePromoCheck();
  const refusal = splitRefusal(check.error, (path) => (path === 'code' ? path : undefined));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') {
      return;
    }
    check.mutate(code.trim(), {
      onSuccess: (offer) => {
        const why = refuses?.(offer);
        setUseless(why);
        if (why === undefined) {
          onOffer(offer);
        }
      },
    });
  };
  return (
    <form noValidate className={classes.entry} onSubmit={submit}>
      <TextInput
        size="md"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        label={t('label')}
        maxLength={40}
        value={code}
        error={useless ?? refusal.fields[0]?.[1]}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setUseless(undefined);
        }}
      />
      <Button type="submit" variant="default" size="md" loading={check.isPending}>
        {action}
      </Button>
      <ErrorNotice error={refusal.rest} />
    </form>
  );
}
