import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Plan } from '@/api/gen-plans';
import { loginPath } from '@/lib/session/return-path';
import { settingsNow } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import { usualPrefix, type Whose, whoseNumber } from '@/lib/text/whose-number';
import classes from './get-plan.module.css';
import { NumberTold } from './number-told';
import { useSwitchPath } from './use-switch-path';

/** Moves the focus into the field when the form opens. */
function useFocus() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  return form;
}

interface Props {
  plan: Plan;
  /** The kind of the sent number; undefined while another is typed. */
  whose: Whose | undefined;
  onTold: (whose?: Whose) => void;
}

/** Asks for the number of the plan. The number stays in this page: its digits alone show the options. */
export function NumberAsked({ plan, whose, onTold }: Props) {
  const { t } = useTranslation('plans');
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const form = useFocus();
  const login = loginPath(language, useSwitchPath(plan));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = whoseNumber(typed, settingsNow()?.operatorPrefix ?? usualPrefix);
    onTold(found);
    if (found === 'no-number') {
      event.currentTarget.querySelector('input')?.focus();
    }
  };
  return (
    <div className={classes.asked}>
      <form ref={form} noValidate className={classes.form} onSubmit={submit}>
        <TextInput
          size="md"
          label={t('get.number')}
          description={t('get.numberHint')}
          error={whose === 'no-number' && t('get.numberError')}
          type="tel"
          dir="ltr"
          inputMode="tel"
          autoComplete="tel-national"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onTold();
          }}
        />
        <Button type="submit" size="lg" className="primary-action">
          {t('get.check')}
        </Button>
      </form>
      {whose && whose !== 'no-number' && <NumberTold whose={whose} plan={plan} login={login} />}
      {whose !== 'ours' && whose !== 'other' && (
        <p className={classes.signIn}>
          {t('get.ours')} <Link to={login}>{t('get.signIn')}</Link>
        </p>
      )}
    </div>
  );
}
