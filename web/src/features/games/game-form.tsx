import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Game } from '@/api/gen-vas';
import { splitRefusal } from '@/api/problem';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { useSession } from '@/lib/session';
import { latinDigits } from '@/lib/text/digits';
import { readEmail } from '@/lib/text/typed';
import { Prices } from './prices';
import { isEmail, isMobile, type Wanted } from './wanted';

interface Props {
  game: Game;
  initial: Wanted | undefined;
  refusal: unknown;
  onDone: (wanted: Wanted) => void;
}

const ofForm = new Set(['denominationId', 'email', 'mobile', 'acceptsNoRefund']);
const fieldOf = (path: string) => {
  const name = path.replace(/^game\./, '');
  return ofForm.has(name) ? name : undefined;
};

/**
 * The product and the recipient of the code. The customer accepts before the payment that codes are not
 * refundable.
 */
export function GameForm({ game, initial, refusal, onDone }: Props) {
  const { t } = useTranslation('games');
  const [chosen, setChosen] = useState(initial?.denomination.id);
  const { user } = useSession();
  const [email, setEmail] = useState(initial?.email ?? user?.email ?? '');
  const own = user?.mobile_number ?? '';
  const [mobile, setMobile] = useState(initial?.mobile ?? (isMobile(own) ? own : ''));
  const [accepts, setAccepts] = useState(initial?.acceptsNoRefund ?? false);
  const [tries, setTries] = useState(0);
  const form = useFirstMistake(tries, refusal);
  const { fields, rest } = splitRefusal(refusal, fieldOf);
  const said = new Map(fields);
  const denomination = game.denominations.find(({ id }) => id === chosen);
  const accepted = game.refundable || accepts;
  const mistaken = (right: boolean, words: string, field: string) =>
    tries > 0 && !right ? words : said.get(field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (denomination && isEmail(email) && isMobile(mobile) && accepted) {
      onDone({ denomination, email: readEmail(email), mobile: mobile.trim(), acceptsNoRefund: accepts });
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <RadioCards
        legend={t('form.denomination')}
        name="denomination"
        value={chosen}
        cards={game.denominations.map((one) => ({
          value: one.id,
          title: <bdi>{one.name}</bdi>,
          hint: <Prices of={one} />,
        }))}
        error={mistaken(denomination !== undefined, t('form.denominationError'), 'denominationId')}
        onChange={setChosen}
      />
      <TextInput
        size="md"
        type="email"
        dir="ltr"
        label={t('form.email')}
        autoComplete="email"
        maxLength={120}
        value={email}
        error={mistaken(isEmail(email), t('form.emailError'), 'email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        size="md"
        type="tel"
        dir="ltr"
        inputMode="tel"
        label={t('form.mobile')}
        description={t('form.mobileHint')}
        autoComplete="tel"
        maxLength={40}
        value={mobile}
        error={mistaken(isMobile(mobile), t('form.mobileError'), 'mobile')}
        onChange={(event) => setMobile(latinDigits(event.currentTarget.value))}
      />
      {!game.refundable && (
        <>
          <Notice tone="warning">{t('form.noRefund')}</Notice>
          <Checkbox
            size="md"
            checked={accepts}
            label={t('form.accept')}
            error={mistaken(accepted, t('form.acceptError'), 'acceptsNoRefund')}
            onChange={(event) => setAccepts(event.currentTarget.checked)}
          />
        </>
      )}
      <ErrorNotice error={rest} />
      <Button type="submit" size="lg" className="primary-action">
        {t('form.continue')}
      </Button>
    </form>
  );
}
