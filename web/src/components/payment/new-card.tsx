import { useTranslation } from 'react-i18next';
import { CheckField } from '@/components/form/check-field';
import type { AnyForm } from '@/components/form/use-bound';
import type { Means } from './means';
import { TypedCard } from './typed-card';
import type { useAskedFields } from './use-asked-fields';

export interface NewCardProps {
  asked: ReturnType<typeof useAskedFields>;
  onToken: (token: string) => void;
  form: AnyForm<Means>;
  /** Guests cannot save a card. */
  mayKeep: boolean;
}

/** The fields of a new card, and the consent to save it. */
export function NewCard({ form, mayKeep, ...fields }: NewCardProps) {
  const { t } = useTranslation('payment');
  return (
    <>
      <TypedCard {...fields} />
      {mayKeep && <CheckField form={form} name="keepCard" label={t('keep')} description={t('keepHint')} />}
    </>
  );
}

/** Apple Pay's own button. */
export const AppleButton = (fields: Pick<NewCardProps, 'asked' | 'onToken'>) => (
  <TypedCard {...fields} wallet="apple-pay" />
);
