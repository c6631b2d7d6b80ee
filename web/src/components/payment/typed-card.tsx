import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useLanguage } from '@/lib/text/use-language';
import { CardFields } from './card-fields';
import type { useAskedFields } from './use-asked-fields';
import { usePaymentSettings } from './use-payment-settings';

interface Props {
  asked: ReturnType<typeof useAskedFields>;
  wallet?: 'apple-pay' | undefined;
  onToken: (token: string) => void;
}

/** The provider's fields, shown as soon as their address is known. */
export function TypedCard({ asked, wallet, onToken }: Props) {
  const language = useLanguage();
  const settings = usePaymentSettings();
  if (!settings.data) {
    return settings.error ? (
      <ErrorNotice error={settings.error} onRetry={() => settings.refetch()} />
    ) : (
      <Loading lines={3} />
    );
  }
  return (
    <CardFields
      key={`${language}-${wallet}-${asked.round}`}
      ref={asked.fields}
      widget={settings.data.paymentWidget}
      wallet={wallet}
      onToken={onToken}
      onRefused={asked.answered}
    />
  );
}
