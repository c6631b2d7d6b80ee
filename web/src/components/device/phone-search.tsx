import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { listDevicesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { ChoiceField } from '@/components/form/choice-field';
import type { Bound } from '@/components/form/use-bound';
import { Loading } from '@/components/loading';
import { useLanguage } from '@/lib/text/use-language';
import { wordsOfModel } from './device-words';

const shown = 6;
const typingPause = 250;

interface Props<Values extends FieldValues> extends Bound<Values> {
  onChoose?: (model: string) => void;
}

/** A choice among the phones that support eSIM, filtered by the typed text, in a form. */
export function PhoneSearch<Values extends FieldValues>(props: Props<Values>) {
  const { t } = useTranslation('device');
  const language = useLanguage();
  const model = useWatch({ control: props.form.control, name: props.name });
  const [text, setText] = useState(() => wordsOfModel(model === undefined ? undefined : String(model)));
  const [words] = useDebouncedValue(text.trim(), typingPause);
  const devices = useQuery({
    ...listDevicesOptions({ query: { q: words }, headers: { 'accept-language': language } }),
    placeholderData: keepPreviousData,
  });
  const found = devices.data?.items.slice(0, shown) ?? [];
  return (
    <>
      <TextInput
        size="md"
        type="search"
        label={t('search')}
        description={t('searchHint')}
        autoComplete="off"
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p role="status" className="visually-hidden">
        {devices.isSuccess && t('shown', { count: found.length })}
      </p>
      {devices.isPending && <Loading lines={3} height={52} />}
      <ErrorNotice error={devices.error} onRetry={() => devices.refetch()} />
      {devices.isSuccess && found.length === 0 && <p>{t('none')}</p>}
      {found.length > 0 && (
        <ChoiceField
          {...props}
          legend={t('choose')}
          cards={found.map((phone) => ({
            value: phone.model,
            title: <bdi>{`${phone.brand} ${phone.name}`}</bdi>,
          }))}
        />
      )}
    </>
  );
}
