import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import { makeCardDefault } from '@/api/gen-purchases';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { Outcome } from '@/components/outcome';
import { PageHeading } from '@/components/page-heading';
import { savedCardsQuery } from '@/components/payment/saved-cards';
import { Stack } from '@/components/ui/layout';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLanguage } from '@/lib/text/use-language';
import { AddCard } from './add-card';
import { CardRow } from './card-row';
import classes from './cards.module.css';
import { DeleteDialog } from './delete-dialog';
import { useCardName } from './use-card-name';

function List({ cards }: { cards: readonly SavedCard[] }) {
  const { t } = useTranslation('saved-cards');
  const nameOf = useCardName();
  const client = useQueryClient();
  const { queryKey } = savedCardsQuery(useLanguage());
  const [deleting, setDeleting] = useState<SavedCard>();
  const [done, setDone] = useState('');
  const finish = async (said: string) => {
    await client.invalidateQueries({ queryKey });
    setDeleting(undefined);
    setDone(said);
  };
  const prefer = useEffectCall<SavedCard, unknown>(
    (call, { id }) => makeCardDefault({ ...call, path: { cardId: id } }),
    (_answer, card) => finish(t('madeDefault', { name: nameOf(card) })),
  );
  return (
    <>
      <Outcome of={done || undefined}>
        <Notice tone="positive" title={done} />
      </Outcome>
      <ErrorNotice error={prefer.error} />
      {cards.length === 0 && <EmptyState text={t('empty')} />}
      <Stack component="ul" gap="sm" className={classes.list}>
        {cards.map((card) => (
          <CardRow
            key={card.id}
            card={card}
            busy={prefer.isPending && prefer.variables?.id === card.id}
            onDefault={() => prefer.mutate(card)}
            onDelete={() => setDeleting(card)}
          />
        ))}
      </Stack>
      {deleting && (
        <DeleteDialog
          card={deleting}
          onClose={() => setDeleting(undefined)}
          onDone={() => finish(t('deleting.done'))}
        />
      )}
    </>
  );
}

function Add() {
  const { t } = useTranslation('saved-cards');
  const [open, setOpen] = useState(false);
  return open ? (
    <AddCard onCancel={() => setOpen(false)} />
  ) : (
    <Button size="lg" className="primary-action" onClick={() => setOpen(true)}>
      {t('add.open')}
    </Button>
  );
}

/** The customer's saved cards. */
export function CardsPage() {
  const { t } = useTranslation('saved-cards');
  const { data, error, isPending, refetch } = useQuery(savedCardsQuery(useLanguage()));
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <div className="stack">
        {isPending && <Loading lines={3} height={150} />}
        {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
        {data && <List cards={data} />}
        {!isPending && <Add />}
      </div>
    </>
  );
}
