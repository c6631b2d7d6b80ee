import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { validateIdOfNumber } from '@/api/gen-session';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { type RegistrationDocument, registrationDocuments } from '@/lib/form/registration-document';
import { useAttempt } from '@/lib/form/use-attempt';
import { useLineCall } from '@/lib/session/use-line-call';
import { StepHeading } from './step-heading';

/** validate-id: the ID or passport under which the line is registered. */
export function ValidateIdStep({ number, onDone }: { number: string; onDone: () => void }) {
  const { t } = useTranslation('deactivation');
  const { headers } = useLineCall();
  const [registered, setRegistered] = useState<RegistrationDocument>('id');
  const [typed, setTyped] = useState('');
  const [malformed, setMalformed] = useState(false);
  const check = useAttempt(async (id: string) => {
    await validateIdOfNumber({
      headers: { ...headers, 'X-Api-Version': 'v3' },
      body: { mobile_number: number, id_number: id, document: registered, source: 'deactivate_number' },
      throwOnError: true,
    });
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = registrationDocuments[registered].clean(typed);
    const fits = registrationDocuments[registered].fits(id);
    setMalformed(!fits);
    if (fits) {
      void check.attempt(id);
    }
  };
  const other = registered === 'id' ? 'passport' : 'id';
  const change = () => {
    setRegistered(other);
    setTyped('');
    setMalformed(false);
  };
  const wrong = problemOf(check.error)?.fields?.id_number;
  return (
    <form noValidate className="stack" onSubmit={submit}>
      <StepHeading title={t('validateId.title')}>{t('validateId.text')}</StepHeading>
      <TextInput
        size="md"
        label={t(`validateId.${registered}.label`)}
        description={t(`validateId.${registered}.hint`)}
        autoComplete="off"
        value={typed}
        error={malformed ? t(`validateId.${registered}.malformed`) : wrong}
        {...registrationDocuments[registered].input}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button variant="subtle" fullWidth onClick={change}>
        {t(`validateId.${other}.choose`)}
      </Button>
      {!wrong && <ErrorNotice error={check.error} />}
      <Button type="submit" size="lg" className="primary-action" loading={check.busy}>
        {t('validateId.check')}
      </Button>
    </form>
  );
}
