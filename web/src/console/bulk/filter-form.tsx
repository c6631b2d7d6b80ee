import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { BulkFilter, CaseCount } from '@/api/gen-support';
import { listCasesOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { zCaseKind } from '@/api/gen-support/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { SelectField } from '@/components/form/select-field';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useLanguage } from '@/lib/text/use-language';
import { MomentField } from '../moment-field';
import { isMomentOrEmpty } from '../riyadh-time';
import classes from './bulk.module.css';
import { type Typed, wanted } from './filter';

/** Returns the present reasons for held work, so that agents need not know the server's codes. */
function useHeld() {
  const language = useLanguage();
  const { data, error } = useQuery({
    ...listCasesOptions({ headers: { 'accept-language': language }, query: { state: 'held' } }),
    staleTime: 0,
  });
  return { held: (data?.counts ?? []).filter(({ held }) => held > 0), error };
}

function useReasons(held: readonly CaseCount[], kind: string) {
  const { t } = useTranslation('console');
  return [
    { value: '', label: t('bulk.anyReason') },
    ...held
      .filter((count) => kind === '' || count.kind === kind)
      .map((count) => ({
        value: `${count.kind} ${count.failureCode}`,
        label: `${t(`kind.${count.kind}`)}: ${count.reason} (${count.held})`,
      })),
  ];
}

/** An incomplete time must not count as no time: the filter would then match more work. */
const zMoment = z.string().check(z.refine(isMomentOrEmpty));
const schema = z.object({ kind: z.string(), reason: z.string(), from: zMoment, until: zMoment });

interface Props {
  busy: boolean;
  onAsk: (filter: BulkFilter) => void;
  /** The filter differs from the one of the shown result. */
  onChange: () => void;
}

/** A filter for held work: its kind, its reason and its start. Times are Riyadh times. */
export function FilterForm({ busy, onAsk, onChange }: Props) {
  const { t } = useTranslation('console');
  const { held, error } = useHeld();
  const { form } = useSchemaForm<Typed>(schema, {
    defaultValues: { kind: '', reason: '', from: '', until: '' },
    mode: 'onSubmit',
  });
  const kinds = [...new Set(held.map(({ kind }) => kind))];
  return (
    <Form form={form} className={classes.filters} onSubmit={(typed) => onAsk(wanted(typed))}>
      <SelectField
        form={form}
        name="kind"
        size="sm"
        label={t('bulk.kind')}
        data={[
          { value: '', label: t('bulk.anyKind') },
          ...zCaseKind.options
            .filter((kind) => kinds.includes(kind))
            .map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
        onType={() => {
          form.setValue('reason', '');
          onChange();
        }}
      />
      <SelectField
        form={form}
        name="reason"
        size="sm"
        label={t('bulk.reason')}
        data={useReasons(held, form.watch('kind'))}
        onType={onChange}
      />
      {(['from', 'until'] as const).map((name) => (
        <MomentField key={name} form={form} name={name} label={t(`bulk.${name}`)} onType={onChange} />
      ))}
      <div className={classes.wide}>
        <ErrorNotice error={error} />
        <Button type="submit" loading={busy}>
          {t('bulk.dryRun')}
        </Button>
      </div>
    </Form>
  );
}
