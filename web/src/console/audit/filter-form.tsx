import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { zAuditAction, zAuditActor, zAuditArea } from '@/api/gen-support/zod.gen';
import { Form } from '@/components/form/form';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { isoDate, isRealDay } from '@/lib/form/birth-date';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { readEmail } from '@/lib/text/typed';
import { DayField } from '../day-field';
import classes from './audit.module.css';
import { addressOf, type Filters, filtersIn, isEmail } from './filters';
import { WorkField } from './work-field';

const isWho = (who: string): boolean =>
  who === '' || isEmail(readEmail(who)) || zAuditActor.safeParse(who).success;
const isDay = (given: string): boolean => given === '' || isRealDay(isoDate(given));

/** An invalid value is shown as an error instead of being dropped. */
const schema = z.object({
  area: z.string(),
  action: z.string(),
  who: z.string().check(z.refine(isWho)),
  from: z.string().check(z.refine(isDay)),
  until: z.string().check(z.refine(isDay)),
});
type Typed = z.infer<typeof schema>;

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

/** The filter form. All given filters must be valid. */
export function FilterForm({ filters }: { filters: Filters }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { form } = useSchemaForm<Typed>(schema, { defaultValues: typedOf(filters), mode: 'onSubmit' });
  const submit = ({ area, action, who, ...days }: Typed) => {
    const [from, until] = [isoDate(days.from), isoDate(days.until)];
    const { orderId = '' } = filters;
    const wanted = filtersIn(new URLSearchParams({ area, action, from, until, orderId }));
    void navigate(addressOf({ ...wanted, ...whoIn(who) }));
  };
  return (
    <Form form={form} className={classes.filters} onSubmit={submit}>
      <SelectField
        form={form}
        name="area"
        size="sm"
        label={t('audit.filter.area')}
        data={[
          { value: '', label: t('audit.any') },
          ...zAuditArea.options.map((value) => ({ value, label: t(`audit.area.${value}`) })),
        ]}
      />
      <SelectField
        form={form}
        name="action"
        size="sm"
        label={t('audit.filter.action')}
        data={[
          { value: '', label: t('audit.any') },
          ...zAuditAction.options.map((value) => ({ value, label: t(`audit.action.${value}`) })),
        ]}
      />
      <TextField
        form={form}
        name="who"
        size="sm"
        dir="ltr"
        type="email"
        label={t('audit.filter.who')}
        invalid={t('audit.whoError')}
        autoComplete="off"
        read={(typed) => typed.trim()}
      />
      {(['from', 'until'] as const).map((name) => (
        <DayField
          key={name}
          form={form}
          name={name}
          label={t(`audit.filter.${name}`)}
          invalid={t('audit.dayError')}
        />
      ))}
      <WorkField filters={filters} />
      <div className={classes.buttons}>
        <Button type="submit">{t('audit.show')}</Button>
        <Button component={Link} variant="default" to="." onClick={() => form.reset(typedOf({}))}>
          {t('audit.all')}
        </Button>
      </div>
    </Form>
  );
}
