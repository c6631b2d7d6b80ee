import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';
import { Stack } from '@/components/ui/layout';
import classes from './number-settings.module.css';

interface Props<One> {
  kind: 'numbers' | 'countries';
  all: One[];
  keyOf: (one: One) => string;
  nameOf: (one: One) => ReactNode;
  /** The name of an item for screen readers. */
  saidOf: (one: One) => string;
  find: (all: One[], typed: string) => One[];
  busy: boolean;
  pending: boolean;
  onUnblock: (one: One) => void;
}

/** The minimum length of a list with a search field. */
const many = 4;

/** The blocked items with a search; removing a block needs a confirmation. */
export function BlockedList<One>({
  kind,
  all,
  keyOf,
  nameOf,
  saidOf,
  find,
  busy,
  pending,
  onUnblock,
}: Props<One>) {
  const { t } = useTranslation(['number-settings', 'common']);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string>();
  const found = find(all, typed);
  if (all.length === 0) {
    return <Notice>{t(`${kind}.empty`)}</Notice>;
  }
  return (
    <>
      {all.length >= many && (
        <TextInput
          size="md"
          type="search"
          label={t(`${kind}.search`)}
          autoComplete="off"
          maxLength={60}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <p className="visually-hidden" role="status">
        {typed.trim() !== '' && t('found', { count: found.length })}
      </p>
      {found.length === 0 && <Notice>{t(`${kind}.none`)}</Notice>}
      <Stack component="ul" gap={0} className={classes.blocked} aria-label={t(`${kind}.list`)}>
        {found.map((one) => (
          <li key={keyOf(one)}>
            <span>{nameOf(one)}</span>
            {asked === keyOf(one) ? (
              <span className="button-row">
                <Button
                  size="sm"
                  color="red"
                  loading={pending}
                  disabled={busy}
                  aria-label={t('unblock.sure', { what: saidOf(one) })}
                  autoFocus
                  onClick={() => onUnblock(one)}
                >
                  {t('unblock.confirm')}
                </Button>
                <Button size="sm" variant="default" onClick={() => setAsked(undefined)}>
                  {t('common:actions.cancel')}
                </Button>
              </span>
            ) : (
              <Button
                size="sm"
                variant="default"
                disabled={busy}
                aria-label={t('unblock.of', { what: saidOf(one) })}
                onClick={() => setAsked(keyOf(one))}
              >
                {t('unblock.open')}
              </Button>
            )}
          </li>
        ))}
      </Stack>
    </>
  );
}
