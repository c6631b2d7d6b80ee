import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { digitInput } from '@/lib/form/digit-input';
import { useAttempt } from '@/lib/form/use-attempt';
import { isNationalMobile, nationalMobile } from '@/lib/text/digits';

const kinds = ['sim', 'esim'] as const;
const sources = ['new', 'port-in'] as const;

interface Begun {
  about: { mobile: string };
  start: { kind: (typeof kinds)[number]; numberSource: (typeof sources)[number] };
}

const chosen = <Value extends string>(values: readonly Value[], given: string): Value | undefined =>
  values.find((value) => value === given);

/** The caller's choices for a new order, and the mobile number that gets the code. */
export function NewOrderForm({ onSend }: { onSend: (begun: Begun) => Promise<void> }) {
  const { t } = useTranslation('console');
  const [mobile, setMobile] = useState('');
  const [kind, setKind] = useState<Begun['start']['kind']>('sim');
  const [numberSource, setSource] = useState<Begun['start']['numberSource']>('new');
  const [refused, setRefused] = useState(false);
  const send = useAttempt(onSend);
  const number = nationalMobile(mobile);
  const misfit = refused && !isNationalMobile(number) && t('caller.mobileError');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(true);
    if (isNationalMobile(number)) {
      void send.attempt({ about: { mobile: number }, start: { kind, numberSource } });
    }
  };
  return (
    <form noValidate className="stack" onSubmit={submit}>
      <TextInput
        label={t('caller.mobile')}
        {...digitInput}
        value={mobile}
        error={misfit || problemOf(send.error)?.fields?.mobile}
        onChange={(event) => setMobile(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('caller.kindLabel')}
        value={kind}
        data={kinds.map((value) => ({ value, label: t(`caller.kind.${value}`) }))}
        onChange={(event) => setKind(chosen(kinds, event.currentTarget.value) ?? kind)}
      />
      <NativeSelect
        label={t('caller.sourceLabel')}
        value={numberSource}
        data={sources.map((value) => ({ value, label: t(`caller.source.${value}`) }))}
        onChange={(event) => setSource(chosen(sources, event.currentTarget.value) ?? numberSource)}
      />
      <ErrorNotice error={send.error} />
      <Button type="submit" loading={send.busy}>
        {t('caller.send')}
      </Button>
    </form>
  );
}
