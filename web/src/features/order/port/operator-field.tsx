import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { listOperatorsOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { useChosen } from '@/components/form/use-bound';
import { Loading } from '@/components/loading';
import { WordMark } from '@/components/word-mark';
import { useLanguage } from '@/lib/text/use-language';

/** The colours of known operators. */
const groundOf: Record<string, string> = {
  stc: '#4f008c',
  mobily: '#0065a4',
  zain: '#00695f',
  lebara: '#004f9f',
  virgin: '#a8001f',
};

/** The operators from which a number can come. */
export function OperatorField() {
  const { t } = useTranslation('port');
  const form = useFormContext<{ operator?: string }>();
  // Bound before the list is there: the focus goes to the first mistake in the order of the fields.
  const { ref, name, value, error, onChange } = useChosen({
    form,
    name: 'operator',
    missing: t('request.operatorError'),
  });
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
      {...{ ref, name, value, error, onChange }}
      legend={t('request.operator')}
      cards={operators.data.items.map(({ key, name }) => ({
        value: key,
        title: name,
        mark: <WordMark text={key} ground={groundOf[key] ?? '#4d4b57'} />,
      }))}
    />
  );
}
