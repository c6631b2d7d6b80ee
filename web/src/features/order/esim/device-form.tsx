import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/gen';
import { splitRefusal } from '@/api/problem';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { PhoneSearch } from '@/components/device/phone-search';
import { ErrorNotice } from '@/components/error-notice';
import { figuresUpTo } from '@/lib/form/digit-input';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { hasMod97Digits } from '@/lib/text/check-digits';
import { digitsOnly } from '@/lib/text/digits';
import { EidHelp } from './eid-help';

const eidDigits = 32;
const ways = ['byModel', 'byEid'] as const;
type Way = (typeof ways)[number];
type Field = 'eid' | 'model';

/**
 * Returns the field of a refusal. Its path differs by the place of the device in the request; the end of the
 * path does not.
 */
const fieldOf = (path: string): Field | undefined =>
  (['eid', 'model'] as const).find((field) => path === field || path.endsWith(`.${field}`));

interface Props {
  known?: Device | undefined;
  busy: boolean;
  error: unknown;
  submit: string;
  /** Fields before the phone's, and the check that shows their errors. */
  children?: ReactNode;
  alsoCheck?: () => unknown;
  onSubmit: (device: Device) => void;
}

/** The phone for the eSIM: a model of the list, or any phone with this EID. */
export function DeviceForm({ known, busy, error, submit, children, alsoCheck, onSubmit }: Props) {
  const { t } = useTranslation('device');
  const [way, setWay] = useState<Way>(known?.eid ? 'byEid' : 'byModel');
  const [model, setModel] = useState(known?.model);
  const [typed, setTyped] = useState(known?.eid ?? '');
  const [tries, setTries] = useState(0);
  const form = useFirstMistake(tries, error);
  const refusal = splitRefusal(error, fieldOf);
  const said = (field: Field) => refusal.fields.find(([name]) => name === field)?.[1];
  const eid = digitsOnly(typed);
  const hasAllDigits = eid.length === eidDigits;
  const complete = way === 'byEid' ? hasAllDigits && hasMod97Digits(eid) : model !== undefined;
  const missing = tries > 0 && !complete;
  const eidError = hasAllDigits ? t('eidMistyped') : t('eidError', { count: eid.length });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTries((count) => count + 1);
    alsoCheck?.();
    if (complete) {
      onSubmit(way === 'byEid' ? { eid } : { model });
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={send}>
      {children}
      <ChoiceChips
        legend={t('way')}
        name="way"
        value={way}
        choices={ways.map((value) => ({ value, label: t(value) }))}
        onChange={setWay}
      />
      {way === 'byModel' ? (
        <PhoneSearch model={model} error={missing ? t('modelError') : said('model')} onChoose={setModel} />
      ) : (
        <TextInput
          size="md"
          label={t('eid')}
          description={t('eidHint')}
          error={missing ? eidError : said('eid')}
          autoComplete="off"
          value={typed}
          {...figuresUpTo(eidDigits)}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {way === 'byEid' && <EidHelp />}
      <ErrorNotice error={refusal.rest} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {submit}
      </Button>
    </form>
  );
}
