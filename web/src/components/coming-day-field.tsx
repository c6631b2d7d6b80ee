import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayAhead, latestStart } from '@/lib/text/days';
import { weekday } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

interface Props {
  label: string;
  description?: string;
  /** YYYY-MM-DD; empty before the customer chooses a day. */
  value: string;
  error?: string | false;
  onChange: (day: string) => void;
}

const days = () => Array.from({ length: latestStart }, (_, n) => dayAhead(n + 1));

/**
 * A day from tomorrow on, in the language of the page instead of the browser's. Past days and today cannot be
 * chosen.
 */
export function ComingDayField({ value, onChange, ...props }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <NativeSelect
      size="md"
      {...props}
      value={value}
      data={[
        { value: '', label: t('actions.chooseDay') },
        ...days().map((day) => ({ value: day, label: weekday(day, language) })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
