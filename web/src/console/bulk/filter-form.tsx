import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkFilter, CaseCount } from '@/api/gen-support';
import { listCasesOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { zCaseKind } from '@/api/gen-support/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
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
  const [typed, setTyped] = useState<Typed>({ kind: '', reason: '', from: '', until: '' });
  const [tried, setTried] = useState(false);
  const kinds = [...new Set(held.map(({ kind }) => kind))];
  const set = (change: Partial<Typed>) => {
    setTyped({ ...typed, ...change });
    onChange();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    // An incomplete time must not count as no time: the filter would then match more work.
    if ([typed.from, typed.until].every(isMomentOrEmpty)) {
      onAsk(wanted(typed));
    }
  };
  return (
    <form noValidate className={classes.filters} onSubmit={submit}>
      <NativeSelect
        label={t('bulk.kind')}
        value={typed.kind}
        data={[
          { value: '', label: t('bulk.anyKind') },
          ...zCaseKind.options
            .filter((kind) => kinds.includes(kind))
            .map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
        onChange={(event) => set({ kind: event.currentTarget.value, reason: '' })}
      />
      <NativeSelect
        label={t('bulk.reason')}
        value={typed.reason}
        data={useReasons(held, typed.kind)}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
      {(['from', 'until'] as const).map((name) => (
        <MomentField
          key={name}
          label={t(`bulk.${name}`)}
          value={typed[name]}
          tried={tried}
          onChange={(moment) => set({ [name]: moment })}
        />
      ))}
      <div className={classes.wide}>
        <ErrorNotice error={error} />
        <Button type="submit" loading={busy}>
          {t('bulk.dryRun')}
        </Button>
      </div>
    </form>
  );
}
