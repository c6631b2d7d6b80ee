import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Changeable } from '@/api/gen-support';
import { hasWords } from '@/lib/text/fold';
import classes from './changes.module.css';

const holds = ({ key, setting }: Changeable, words: string): boolean =>
  hasWords(`${setting?.name} ${setting?.meaning} ${setting?.groupName} ${key}`, words);

/** The settings by their subjects, in the order of the server. */
function groupsOf(items: readonly Changeable[]) {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { key, setting } of items) {
    const group = setting?.groupName ?? '';
    groups.set(group, [...(groups.get(group) ?? []), { value: key, label: setting?.name ?? key }]);
  }
  return [...groups].map(([group, of]) => ({ group, items: of }));
}

interface Props {
  items: readonly Changeable[];
  chosen: string;
  onChoose: (key: string) => void;
}

/** A setting is found by a word of its name or meaning, and chosen by its name. */
export function SettingChoice({ items, chosen, onChoose }: Props) {
  const { t } = useTranslation('changes');
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const found = items.filter((item) => item.key === chosen || holds(item, words));
  return (
    <>
      <TextInput
        size="md"
        type="search"
        label={t('field.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        size="md"
        label={t('field.key')}
        description={words ? t('field.found', { count: found.length }) : undefined}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
        data={[{ value: '', label: t('field.choose') }, ...groupsOf(found)]}
      />
    </>
  );
}

/** What a setting does, what counts now, and what is allowed. */
export function SettingFacts({ of: { setting, key } }: { of: Changeable }) {
  const { t } = useTranslation('changes');
  if (!setting) {
    return null;
  }
  const facts = [
    [t('setting.now'), setting.now],
    [t('setting.usual'), setting.usual],
    ...(setting.bound ? [[t('setting.bound'), setting.bound]] : []),
  ];
  return (
    <section className={classes.preview} aria-label={setting.name}>
      <p>{setting.meaning}</p>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('setting.key')}</dt>
          <dd>
            <bdi dir="ltr">{key}</bdi>
          </dd>
        </div>
      </dl>
    </section>
  );
}
