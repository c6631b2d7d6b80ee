import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { useAttempt } from '@/lib/form/use-attempt';
import { readCode } from '@/lib/text/typed';

interface Props {
  label: string;
  hint?: string;
  submit: string;
  pattern: RegExp;
  numeric: boolean;
  onCode: (code: string) => Promise<unknown>;
}

/** A form for a code, which is sent as soon as its form is valid. */
export function CodeForm({ label, hint, submit, pattern, numeric, onCode }: Props) {
  const { t } = useTranslation('second-factor');
  const [invalid, setInvalid] = useState(false);
  const give = useAttempt(onCode);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = readCode(String(new FormData(event.currentTarget).get('code')));
    setInvalid(!pattern.test(code));
    if (pattern.test(code)) {
      void give.attempt(code);
    } else {
      event.currentTarget.querySelector('input')?.focus();
    }
  };
  return (
    <form noValidate className="stack" onSubmit={send}>
      <TextInput
        size="md"
        name="code"
        dir="ltr"
        label={label}
        description={hint}
        error={invalid && t('invalid')}
        inputMode={numeric ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <ErrorNotice error={give.error} />
      <Button type="submit" size="lg" className="primary-action" loading={give.busy}>
        {submit}
      </Button>
    </form>
  );
}
