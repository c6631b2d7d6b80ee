import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { zAuditAction, zAuditActor, zAuditArea } from '@/api/gen-support/zod.gen';
import { isoDate, isRealDay } from '@/lib/form/birth-date';
import { readEmail } from '@/lib/text/typed';
import { DayField } from '../day-field';
import classes from './audit.module.css';
import { addressOf, type Filters, filtersIn, isEmail } from './filters';
import { WorkField } from './work-field';

const names = ['area', 'action', 'who', 'from', 'until'] as const;
type Name = (typeof names)[number];
type Typed = Record<Name, string>;

const typedOf = (filters: Filters): Typed => ({
  area: filters.area ?? '',
  action: filters.action ?? '',
  who: filters.staff ?? filters.actor ?? '',
  from: filters.from ?? '',
  until: filters.until ?? '',
});

/** Reads the person's e-mail address. The names of machines and the id from a link are valid too. */
function whoIn(typed: string): Filters {
  const who = readEmail(typed);
  return isEmail(who) ? { staff: who } : { actor: who || undefined };
}

const isDay = (given: string): boolean => given === '' || isRealDay(isoDate(given));

/** Finds typed values that are invalid: the field shows the error instead of dropping the value. */
const misfits = ({ who, from, until }: Typed) => ({
  who: who !== '' && !isEmail(readEmail(who)) && !zAuditActor.safeParse(who).success,
  from: !isDay(from),
  until: !isDay(until),
});

/** The filter form. All given filters must be valid. */
export function FilterForm({ filters }: { filters: Filters }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [typed, setTyped] = useState(typedOf(filters));
  const [refused, setRefused] = useState(false);
  const wrong = misfits(typed);
  const props = (name: 'area' | 'action' | 'who') => ({
    label: t(`audit.filter.${name}`),
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value.trim() }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(true);
    if (!wrong.who && !wrong.from && !wrong.until) {
      const { area, action, who } = typed;
      const [from, until] = [isoDate(typed.from), isoDate(typed.until)];
      const { orderId = '' } = filters;
      const wanted = filtersIn(new URLSearchParams({ area, action, from, until, orderId }));
      void navigate(addressOf({ ...wanted, ...whoIn(who) }));
    }
  };
  return (
    <form noValidate className={classes.filters} onSubmit={submit}>
      <NativeSelect
        {...props('area')}
        data={[
          { value: '', label: t('audit.any') },
          ...zAuditArea.options.map((value) => ({ value, label: t(`audit.area.${value}`) })),
        ]}
      />
      <NativeSelect
        {...props('action')}
        data={[
          { value: '', label: t('audit.any') },
          ...zAuditAction.options.map((value) => ({ value, label: t(`audit.action.${value}`) })),
        ]}
      />
      <TextInput
        {...props('who')}
        dir="ltr"
        type="email"
        autoComplete="off"
        error={refused && wrong.who && t('audit.whoError')}
      />
      {(['from', 'until'] as const).map((name) => (
        <DayField
          key={name}
          label={t(`audit.filter.${name}`)}
          value={typed[name]}
          error={refused && wrong[name] && t('audit.dayError')}
          onChange={(day) => setTyped((before) => ({ ...before, [name]: day }))}
        />
      ))}
      <WorkField filters={filters} />
      <div className={classes.buttons}>
        <Button type="submit">{t('audit.show')}</Button>
        <Button component={Link} variant="default" to="." onClick={() => setTyped(typedOf({}))}>
          {t('audit.all')}
        </Button>
      </div>
    </form>
  );
}
