import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortRequest } from '@/api/gen';
import { zRequestPortBody } from '@/api/gen/zod.gen';
import { splitRefusal } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { digitInput } from '@/lib/form/digit-input';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { nationalMobile } from '@/lib/text/digits';
import { OperatorField } from './operator-field';
import { usePortDraft } from './use-port-draft';
import { earliest, WindowField } from './window-field';

const fields = ['operator', 'msisdn', 'window', 'acceptTerms'] as const;
type Field = (typeof fields)[number];
const fieldOf = (path: string): Field | undefined => fields.find((field) => field === path);

/** Returns the fields with an invalid value. */
function mistakesIn(request: PortRequest): Set<string> {
  const { error } = zRequestPortBody.safeParse(request);
  const wrong = new Set((error?.issues ?? []).map(({ path }) => String(path[0])));
  return request.acceptTerms ? wrong : wrong.add('acceptTerms');
}

interface Props {
  busy: boolean;
  error: unknown;
  onSubmit: (request: PortRequest) => void;
}

/** The number, the present operator, the day of the switch, and the owner's consent. */
export function PortForm({ busy, error, onSubmit }: Props) {
  const { t } = useTranslation(['port', 'common']);
  const [typed, change] = usePortDraft();
  const [tries, setTries] = useState(0);
  const form = useFirstMistake(tries, error);
  const request = { ...typed, msisdn: nationalMobile(typed.msisdn) };
  const wrong = mistakesIn(request);
  const refusal = splitRefusal(error, fieldOf);
  const said = (field: Field, invalid: string) =>
    tries > 0 && wrong.has(field) ? invalid : refusal.fields.find(([name]) => name === field)?.[1];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries((count) => count + 1);
    if (wrong.size === 0) {
      onSubmit(request);
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <OperatorField
        value={typed.operator}
        error={said('operator', t('request.operatorError'))}
        onChange={(operator) => change({ operator })}
      />
      <TextInput
        size="md"
        type="tel"
        label={t('request.msisdn')}
        description={t('request.msisdnHint')}
        error={said('msisdn', typed.msisdn === '' ? t('common:errors.required') : t('request.msisdnError'))}
        autoComplete="tel-national"
        value={typed.msisdn}
        {...digitInput}
        onChange={(event) => change({ msisdn: event.currentTarget.value })}
      />
      <WindowField
        value={typed.window ?? earliest}
        error={said('window', t('request.windowError'))}
        onChange={(window) => change({ window })}
      />
      <Checkbox
        size="md"
        label={t('request.terms')}
        error={said('acceptTerms', t('request.termsError'))}
        checked={typed.acceptTerms}
        onChange={(event) => change({ acceptTerms: event.currentTarget.checked })}
      />
      <ErrorNotice error={refusal.rest} />
      <p role="status" className="visually-hidden">
        {busy && t('request.checking')}
      </p>
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('request.submit')}
      </Button>
    </form>
  );
}
