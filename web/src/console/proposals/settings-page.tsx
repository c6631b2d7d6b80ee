import { Button, Checkbox, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { ProposalSubject } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { consolePath } from '@/lib/session/return-path';
import { useLanguage } from '@/lib/text/use-language';
import { draftOf } from './draft';
import classes from './proposals.module.css';
import { ProposeDialog } from './propose-dialog';
import { SettingFacts } from './setting-choice';
import { groupSettings, isSettingOf } from './settings';
import { proposalsAt, useChangeable } from './use-proposals';

const isChanged = ({ value, usual }: ProposalSubject): boolean => value.setting !== usual.setting;

function Setting({ of, onPropose }: { of: ProposalSubject; onPropose: () => void }) {
  const { t } = useTranslation('proposals');
  const list = `${consolePath(useLanguage())}/changes`;
  const name = of.setting?.name ?? of.key;
  return (
    <li className={classes.card}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <SettingFacts of={of} />
      <div className="row">
        <Button variant="default" aria-label={t('settings.propose', { name })} onClick={onPropose}>
          {t('propose.title')}
        </Button>
        <Link
          to={list + proposalsAt({ kind: 'setting', key: of.key })}
          aria-label={t('history', { key: name })}
        >
          {t('settings.history')}
        </Link>
      </div>
    </li>
  );
}

interface GroupProps {
  group: string;
  items: readonly ProposalSubject[];
  onPropose: (item: ProposalSubject) => void;
}

function Group({ group, items, onPropose }: GroupProps) {
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{group}</h2>
      <ul className={classes.settings}>
        {items.map((item) => (
          <Setting key={item.key} of={item} onPropose={() => onPropose(item)} />
        ))}
      </ul>
    </section>
  );
}

interface Narrowed {
  words: string;
  changed: boolean;
}

/**
 * Returns the filter of the list. The address keeps it, so that the agent can return from the history of a
 * setting.
 */
function useNarrowed() {
  const [params, setParams] = useSearchParams();
  const [narrowed, setNarrowed] = useState<Narrowed>({
    words: params.get('words') ?? '',
    changed: params.get('changed') === 'true',
  });
  const narrow = (part: Partial<Narrowed>) => {
    const next = { ...narrowed, ...part };
    setNarrowed(next);
    setParams(
      { ...(next.words && { words: next.words }), ...(next.changed && { changed: 'true' }) },
      { replace: true, preventScrollReset: true },
    );
  };
  return { narrowed, narrow };
}

function Narrowing({ narrowed, narrow }: ReturnType<typeof useNarrowed>) {
  const { t } = useTranslation('proposals');
  return (
    <div className={`row ${classes.choices}`}>
      <TextInput
        type="search"
        label={t('field.search')}
        maxLength={200}
        value={narrowed.words}
        onChange={(event) => narrow({ words: event.currentTarget.value })}
      />
      <Checkbox
        label={t('settings.changed')}
        checked={narrowed.changed}
        onChange={(event) => narrow({ changed: event.currentTarget.checked })}
      />
    </div>
  );
}

interface SettingsProps {
  items: readonly ProposalSubject[];
  narrowed: Narrowed;
  onPropose: (item: ProposalSubject) => void;
}

function Settings({ items, narrowed: { words, changed }, onPropose }: SettingsProps) {
  const { t } = useTranslation('proposals');
  const found = items.filter((item) => isSettingOf(item, words.trim()) && (!changed || isChanged(item)));
  return (
    <>
      <p role="status" className="dimmed">
        {found.length === 0 ? t('settings.none') : t('field.found', { count: found.length })}
      </p>
      {groupSettings(found).map((group) => (
        <Group key={group.group} {...group} onPropose={onPropose} />
      ))}
    </>
  );
}

/** All settings with name, meaning, present value and limits. A change can begin here. */
export function SettingsPage() {
  const { t } = useTranslation('proposals');
  const { data, error, refetch } = useChangeable('setting');
  const { narrowed, narrow } = useNarrowed();
  const [proposed, setProposed] = useState<ProposalSubject>();
  return (
    <div className="stack">
      <Link to={`${consolePath(useLanguage())}/changes`}>{t('title')}</Link>
      <PageHeading takesFocus title={t('settings.title')} lead={t('settings.lead')} />
      <Narrowing narrowed={narrowed} narrow={narrow} />
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data && <Settings items={data.items} narrowed={narrowed} onPropose={setProposed} />}
      {!data && !error && <Loading lines={6} height={120} />}
      {proposed && (
        <ProposeDialog
          start={draftOf('setting', proposed.key, proposed.value)}
          onClose={() => setProposed(undefined)}
        />
      )}
    </div>
  );
}
