import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listPortWindowsOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { weekday } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** The earliest possible day. */
export const earliest = 'earliest';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (window: string) => void;
  takesFocus?: boolean;
}

/** The time of the switch: as early as possible, or on a chosen day. */
export function WindowField({ value, error, onChange, takesFocus = false }: Props) {
  const { t } = useTranslation('port');
  const language = useLanguage();
  const windows = useQuery(listPortWindowsOptions({ headers: { 'accept-language': language } }));
  if (!windows.data) {
    return windows.error ? (
      <ErrorNotice error={windows.error} onRetry={() => windows.refetch()} />
    ) : (
      <Loading lines={1} height={64} />
    );
  }
  const { items, workingDays, aroundTheClock } = windows.data;
  return (
    <NativeSelect
      size="md"
      label={t('request.window')}
      description={!aroundTheClock && t('request.windowHint')}
      error={error}
      autoFocus={takesFocus}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: earliest, label: t('request.within', { count: workingDays }) },
        ...items.map(({ date, from }) => ({ value: date, label: weekday(from, language) })),
      ]}
    />
  );
}
