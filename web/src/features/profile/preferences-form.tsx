import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CommunicationPreferences, setCommunicationPreferences } from '@/api/gen-session';
import {
  getCommunicationPreferencesOptions,
  getCommunicationPreferencesQueryKey,
} from '@/api/gen-session/@tanstack/react-query.gen';
import { zCommunicationPreferences } from '@/api/gen-session/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { CheckField } from '@/components/form/check-field';
import { Form } from '@/components/form/form';
import { SelectField } from '@/components/form/select-field';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { useSchemaForm } from '@/lib/form/use-schema-form';
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
  const { form, refusal } = useSchemaForm<CommunicationPreferences>(zCommunicationPreferences, {
    values: chosen,
    error: save.error,
  });
  return (
    <Form form={form} className="stack form" onSubmit={(body) => save.mutate(body)}>
      <SelectField
        form={form}
        name="language"
        label={t('preferences.language')}
        description={t('preferences.languageHint')}
      >
        {Object.entries(languageNames).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <fieldset className={`stack tight ${classes.channels}`}>
        <legend>{t('preferences.channels')}</legend>
        {channels.map((channel) => (
          <CheckField key={channel} form={form} name={channel} label={t(`preferences.${channel}`)} />
        ))}
        <small>{t('preferences.note')}</small>
      </fieldset>
      <ErrorNotice error={refusal} />
      {save.isSuccess && <Notice tone="positive" title={t('saved')} />}
      <Button type="submit" size="md" className="primary-action" loading={save.isPending}>
        {t('preferences.save')}
      </Button>
    </Form>
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
