import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { validateIdOfNumber } from '@/api/gen-session';
import { zIdNumber } from '@/api/gen-session/zod.gen';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { figureInput } from '@/lib/form/digit-input';
import { isPersonalId } from '@/lib/form/id-number';
import { useAttempt } from '@/lib/form/use-attempt';
import { useLineCall } from '@/lib/session/use-line-call';
import { digitsOnly } from '@/lib/text/digits';
import { StepHeading } from './step-heading';

const isIdNumber = (id: string) => isPersonalId(id) && zIdNumber.safeParse(id).success;

/** validate-id: the ID under which the line is. */
export function ValidateIdStep({ number, onDone }: { number: string; onDone: () => void }) {
  const { t } = useTranslation('deactivation');
  const { headers } = useLineCall();
  const [typed, setTyped] = useState('');
  const [malformed, setMalformed] = useState(false);
  const check = useAttempt(async (id: string) => {
    await validateIdOfNumber({
      headers: { ...headers, 'X-Api-Version': 'v3' },
      body: { mobile_number: number, id_number: id, source: 'deactivate_number' },
      throwOnError: true,
    });
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = digitsOnly(typed);
    setMalformed(!isIdNumber(id));
    if (isIdNumber(id)) {
      void check.attempt(id);
    }
  };
  const wrong = problemOf(check.error)?.fields?.id_number;
  return (
    <form noValidate className="stack" onSubmit={submit}>
      <StepHeading title={t('validateId.title')}>{t('validateId.text')}</StepHeading>
      <TextInput
        size="md"
        label={t('validateId.label')}
        description={t('validateId.hint')}
        autoComplete="off"
        value={typed}
        error={malformed ? t('validateId.malformed') : wrong}
        {...figureInput}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {!wrong && <ErrorNotice error={check.error} />}
      <Button type="submit" size="lg" className="primary-action" loading={check.busy}>
        {t('validateId.check')}
      </Button>
    </form>
  );
}
