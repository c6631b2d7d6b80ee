import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { listPortWindowsOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { SelectField } from '@/components/form/select-field';
import { Loading } from '@/components/loading';
import { weekday } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** The earliest possible day. */
export const earliest = 'earliest';

/** The time of the switch: as early as possible, or on a chosen day. */
export function WindowField({ takesFocus = false }: { takesFocus?: boolean }) {
  const { t } = useTranslation('port');
  const form = useFormContext<{ window?: string }>();
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
    <SelectField
      form={form}
      name="window"
      label={t('request.window')}
      description={!aroundTheClock && t('request.windowHint')}
      missing={t('request.windowError')}
      autoFocus={takesFocus}
      data={[
        { value: earliest, label: t('request.within', { count: workingDays }) },
        ...items.map(({ date, from }) => ({ value: date, label: weekday(from, language) })),
      ]}
    />
  );
}
