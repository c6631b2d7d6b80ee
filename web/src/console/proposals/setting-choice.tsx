import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ProposalSubject } from '@/api/gen-support';
import { SelectField } from '@/components/form/select-field';
import { Stack } from '@/components/ui/layout';
import classes from './proposals.module.css';
import { groupSettings, isSettingOf } from './settings';

interface Props {
  items: readonly ProposalSubject[];
  onChoose: (key: string) => void;
}

/** A field that finds a setting by a word of its name or meaning. */
export function SettingChoice({ items, onChoose }: Props) {
  const { t } = useTranslation('proposals');
  const form = useFormContext<{ key: string }>();
  const chosen = form.watch('key');
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const found = items.filter((item) => item.key === chosen || isSettingOf(item, words));
  return (
    <>
      <TextInput
        size="md"
        type="search"
        label={t('field.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SelectField
        form={form}
        name="key"
        label={t('field.key')}
        description={words ? t('field.found', { count: found.length }) : undefined}
        onType={onChoose}
        data={[
          { value: '', label: t('field.choose') },
          ...groupSettings(found).map(({ group, items: of }) => ({
            group,
            items: of.map(({ key, setting }) => ({ value: key, label: setting?.name ?? key })),
          })),
        ]}
      />
    </>
  );
}

/** The meaning of a setting, its present value and its limits. */
export function SettingFacts({ of: { setting, key } }: { of: ProposalSubject }) {
  const { t } = useTranslation('proposals');
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
      <Stack component="dl" gap={4} className={classes.facts}>
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
      </Stack>
    </section>
  );
}
