import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { digitInput } from '@/lib/form/digit-input';
import type { useRecipient } from './use-recipient';

interface Props {
  recipient: ReturnType<typeof useRecipient>;
  /** The server's message about the number. */
  said: string | undefined;
}

/** The number of the recipient. */
export function RecipientField({ recipient, said }: Props) {
  const { t } = useTranslation('transfer');
  return (
    <TextInput
      size="md"
      type="tel"
      label={t('to.label')}
      description={t('to.hint')}
      autoComplete="off"
      maxLength={40}
      value={recipient.typed}
      error={recipient.error ?? said}
      {...digitInput}
      onChange={(event) => recipient.type(event.currentTarget.value)}
    />
  );
}
