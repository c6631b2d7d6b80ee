import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { ChipsField } from '@/components/form/choice-field';
import { MobileField } from '@/components/form/number-field';
import type { useFriendCheck } from './use-friend-check';
import type { Whom } from './whom';

/** A choice between the customer's number and a friend's. */
export function WhomFields({ check }: { check: ReturnType<typeof useFriendCheck> }) {
  const { t } = useTranslation('recharge');
  const form = useFormContext<Whom>();
  const error = t('whom.numberError');
  return (
    <>
      <ChipsField
        form={form}
        name="whom"
        legend={t('whom.legend')}
        choices={[
          { value: 'me', label: t('whom.me') },
          { value: 'friend', label: t('whom.friend') },
        ]}
        onChoose={check.reset}
      />
      {form.watch('whom') === 'friend' && (
        <MobileField
          form={form}
          name="number"
          label={t('whom.number')}
          description={t('whom.numberHint')}
          missing={error}
          invalid={error}
          autoComplete="off"
          onType={check.reset}
        />
      )}
      <ErrorNotice error={check.rest} />
    </>
  );
}
