import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type CommunicationPreferences, setCommunicationPreferences } from '@/api/gen-session';
import {
  getCommunicationPreferencesOptions,
  getCommunicationPreferencesQueryKey,
} from '@/api/gen-session/@tanstack/react-query.gen';
import { zCommunicationPreferences } from '@/api/gen-session/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { schemaResolver } from '@/lib/form/field-errors';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { languageNames } from '@/lib/text/language-names';
import classes from './profile.module.css';
import { Section } from './section';

const channels = ['sms', 'email', 'promotions'] as const;

function useSavePreferences() {
  const client = useQueryClient();
  const queryKey = getCommunicationPreferencesQueryKey(useLineCall());
  return useEffectCall(
    (call, body: CommunicationPreferences) => setCommunicationPreferences({ ...call, body }),
    (answer) => client.setQueryData(queryKey, answer),
  );
}

function PreferencesForm({ chosen }: { chosen: CommunicationPreferences }) {
  const { t } = useTranslation('profile');
  const save = useSavePreferences();
  const form = useForm<CommunicationPreferences>({
    resolver: schemaResolver(zCommunicationPreferences),
    values: chosen,
  });
  return (
    <form className="stack form" onSubmit={form.handleSubmit((body) => save.mutate(body))}>
      <NativeSelect
        size="md"
        label={t('preferences.language')}
        description={t('preferences.languageHint')}
        {...form.register('language')}
      >
        {Object.entries(languageNames).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <fieldset className={classes.channels}>
        <legend>{t('preferences.channels')}</legend>
        {channels.map((channel) => (
          <Checkbox key={channel} size="md" label={t(`preferences.${channel}`)} {...form.register(channel)} />
        ))}
        <small>{t('preferences.note')}</small>
      </fieldset>
      <ErrorNotice error={save.error} />
      {save.isSuccess && <Notice tone="positive" title={t('saved')} />}
      <Button type="submit" size="md" className="primary-action" loading={save.isPending}>
        {t('preferences.save')}
      </Button>
    </form>
  );
}

/** The language and channels of messages to the customer. */
export function Preferences() {
  const { t } = useTranslation('profile');
  const { data, error, isPending, refetch } = useQuery(getCommunicationPreferencesOptions(useLineCall()));
  return (
    <Section title={t('preferences.title')}>
      {isPending && <Loading lines={3} height={40} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {data && <PreferencesForm chosen={data.data} />}
    </Section>
  );
}
