import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { zAuditAction, zAuditActor, zAuditArea, zUuid } from '@/api/gen-support/zod.gen';
import classes from './audit.module.css';
import { addressOf, type Filters, filtersIn } from './filters';

const names = ['area', 'action', 'actor', 'orderId', 'from', 'until'] as const;
type Name = (typeof names)[number];
type Typed = Record<Name, string>;

const typedOf = (filters: Filters): Typed => ({
  area: filters.area ?? '',
  action: filters.action ?? '',
  actor: filters.actor ?? '',
  orderId: filters.orderId ?? '',
  from: filters.from ?? '',
  until: filters.until ?? '',
});

/** What is typed but no such thing: it is said at its field rather than left out. */
const misfits = ({ actor, orderId }: Typed) => ({
  actor: actor !== '' && !zAuditActor.safeParse(actor).success,
  orderId: orderId !== '' && !zUuid.safeParse(orderId).success,
});

/** All filters that are given have to fit. */
export function FilterForm({ filters }: { filters: Filters }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [typed, setTyped] = useState(typedOf(filters));
  const [refused, setRefused] = useState(false);
  const wrong = misfits(typed);
  const props = (name: Name) => ({
    label: t(`audit.filter.${name}`),
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value.trim() }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(true);
    if (!wrong.actor && !wrong.orderId) {
      void navigate(addressOf(filtersIn(new URLSearchParams(typed))));
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
      <TextInput {...props('actor')} dir="ltr" error={refused && wrong.actor && t('audit.actorError')} />
      <TextInput
        {...props('orderId')}
        dir="ltr"
        error={refused && wrong.orderId && t('audit.orderIdError')}
      />
      <TextInput {...props('from')} type="date" />
      <TextInput {...props('until')} type="date" />
      <div className={classes.buttons}>
        <Button type="submit">{t('audit.show')}</Button>
        <Button component={Link} variant="default" to="." onClick={() => setTyped(typedOf({}))}>
          {t('audit.all')}
        </Button>
      </div>
    </form>
  );
}
