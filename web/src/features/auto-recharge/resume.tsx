import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import { type AutoRecharge, resumeAutoRecharge } from '@/api/gen-purchases';
import { splitRefusal } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { anyPays, CardChoice } from './card-choice';
import { useUpdateAutoRecharge } from './use-auto-recharge';

const fieldOf = (path: string) => (path === 'cardId' ? path : undefined);

/** Ends a pause with a card that pays. */
export function Resume({ cards }: { cards: readonly SavedCard[] }) {
  const { t } = useTranslation('auto-recharge');
  const say = useUpdateAutoRecharge();
  const [cardId, setCard] = useState<string>();
  const [tries, setTries] = useState(0);
  const resume = useEffectCall<string, { data: AutoRecharge }>(
    (call, id) => resumeAutoRecharge({ ...call, body: { cardId: id } }),
    ({ data }) => say(data),
  );
  const { fields, rest } = splitRefusal(resume.error, fieldOf);
  const form = useFirstMistake(tries, resume.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (cardId !== undefined) {
      resume.mutate(cardId);
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <CardChoice
        cards={cards}
        value={cardId}
        error={tries > 0 && cardId === undefined ? t('card.error') : fields[0]?.[1]}
        onChange={setCard}
      />
      <ErrorNotice error={rest} />
      {anyPays(cards) && (
        <Button type="submit" size="lg" className="primary-action" loading={resume.isPending}>
          {t('resume')}
        </Button>
      )}
    </form>
  );
}
