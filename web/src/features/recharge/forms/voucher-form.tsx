import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitRefusal } from '@/api/problem';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { bareCode } from '@/lib/text/typed';
import type { FormProps } from './form-props';
import { useRecipientChoice } from './use-recipient-choice';
import { WhomFields } from './whom-fields';

const fieldOf = (path: string) => (path === 'voucher' ? path : undefined);

/** The voucher and its recipient. */
export function VoucherForm({ options, initial, refusal, onDone }: FormProps<'voucher'>) {
  const { t } = useTranslation('recharge');
  const [typed, setTyped] = useState(initial?.voucher ?? '');
  const [tries, setTries] = useState(0);
  const [mistaken, setMistaken] = useState(false);
  const whom = useRecipientChoice(initial?.friend, refusal);
  const count = options.voucherLength;
  const voucher = bareCode(typed);
  const said = voucher === initial?.voucher ? splitRefusal(refusal, fieldOf).fields[0]?.[1] : undefined;
  const form = useFirstMistake(tries, whom.error ?? refusal);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whole = voucher.length === count && /^[0-9A-Z]+$/.test(voucher);
    setTries(tries + 1);
    setMistaken(!whole);
    if (whole) {
      whom.settle((friend) => onDone({ kind: 'voucher', voucher, ...(friend && { friend }) }));
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <TextInput
        size="md"
        dir="ltr"
        label={t('voucher.label')}
        description={t('voucher.hint', { count })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={typed}
        error={mistaken ? t('voucher.lengthError', { count }) : said}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMistaken(false);
        }}
      />
      <WhomFields whom={whom} />
      <Button type="submit" size="lg" className="primary-action" loading={whom.busy}>
        {t('continue')}
      </Button>
    </form>
  );
}
