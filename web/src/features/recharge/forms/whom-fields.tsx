import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { ErrorNotice } from '@/components/error-notice';
import { digitInput } from '@/lib/form/digit-input';
import type { useRecipientChoice } from './use-recipient-choice';

/** A choice between the customer's number and a friend's. */
export function WhomFields({ whom }: { whom: ReturnType<typeof useRecipientChoice> }) {
  const { t } = useTranslation('recharge');
  return (
    <>
      <ChoiceChips
        legend={t('whom.legend')}
        name="whom"
        value={whom.isFriend ? 'friend' : 'me'}
        choices={[
          { value: 'me', label: t('whom.me') },
          { value: 'friend', label: t('whom.friend') },
        ]}
        onChange={(value) => whom.choose(value === 'friend')}
      />
      {whom.isFriend && (
        <TextInput
          size="md"
          type="tel"
          label={t('whom.number')}
          description={t('whom.numberHint')}
          autoComplete="off"
          maxLength={40}
          value={whom.number}
          error={whom.error}
          {...digitInput}
          onChange={(event) => whom.type(event.currentTarget.value)}
        />
      )}
      <ErrorNotice error={whom.rest} />
    </>
  );
}
