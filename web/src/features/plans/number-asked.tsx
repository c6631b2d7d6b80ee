import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import type { Plan } from '@/api/gen-plans';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/text-field';
import { useSwitchPath } from '@/components/plan/use-switch-path';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { loginPath } from '@/lib/session/return-path';
import { settingsNow } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import { usualPrefix, type Whose, whoseNumber } from '@/lib/text/whose-number';
import classes from './get-plan.module.css';
import { NumberTold } from './number-told';

const kindOf = (number: string): Whose => whoseNumber(number, settingsNow()?.operatorPrefix ?? usualPrefix);

const schema = z.object({
  number: z.string().check(z.refine((number) => kindOf(number) !== 'no-number')),
});
type Typed = z.infer<typeof schema>;

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
  const { form } = useSchemaForm<Typed>(schema, { defaultValues: { number: '' }, mode: 'onSubmit' });
  const { setFocus } = form;
  useEffect(() => {
    setFocus('number');
  }, [setFocus]);
  const login = loginPath(language, useSwitchPath(plan));
  return (
    <div className={classes.asked}>
      <Form form={form} className={classes.form} onSubmit={({ number }) => onTold(kindOf(number))}>
        <TextField
          form={form}
          name="number"
          label={t('get.number')}
          description={t('get.numberHint')}
          missing={t('get.numberError')}
          invalid={t('get.numberError')}
          type="tel"
          dir="ltr"
          inputMode="tel"
          autoComplete="tel-national"
          onType={() => onTold()}
        />
        <Button type="submit" size="lg" className="primary-action">
          {t('get.check')}
        </Button>
      </Form>
      {whose && whose !== 'no-number' && <NumberTold whose={whose} plan={plan} login={login} />}
      {whose !== 'ours' && whose !== 'other' && (
        <p>
          {t('get.ours')} <Link to={login}>{t('get.signIn')}</Link>
        </p>
      )}
    </div>
  );
}
