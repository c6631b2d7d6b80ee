import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { listOperatorsOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { ChoiceField } from '@/components/form/choice-field';
import { Loading } from '@/components/loading';
import { useLanguage } from '@/lib/text/use-language';

/** The operators from which a number can come. */
export function OperatorField() {
  const { t } = useTranslation('port');
  const form = useFormContext<{ operator?: string }>();
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
    <ChoiceField
      form={form}
      name="operator"
      legend={t('request.operator')}
      missing={t('request.operatorError')}
      cards={operators.data.items.map(({ key, name }) => ({ value: key, title: name }))}
    />
  );
}
