import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listOperatorsOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useLanguage } from '@/lib/text/use-language';

interface Props {
  value: string | undefined;
  error: string | undefined;
  onChange: (operator: string) => void;
}

/** The operators from which a number can come. */
export function OperatorField({ value, error, onChange }: Props) {
  const { t } = useTranslation('port');
  const language = useLanguage();
  const operators = useQuery(listOperatorsOptions({ headers: { 'accept-language': language } }));
  if (!operators.data) {
    return operators.error ? (
      <ErrorNotice error={operators.error} onRetry={() => operators.refetch()} />
    ) : (
      <Loading lines={2} height={56} />
    );
  }
  return (
    <RadioCards
      legend={t('request.operator')}
      name="operator"
      value={value}
      error={error}
      cards={operators.data.items.map(({ key, name }) => ({ value: key, title: name }))}
      onChange={onChange}
    />
  );
}
