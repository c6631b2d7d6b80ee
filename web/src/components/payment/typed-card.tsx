import { useQuery } from '@tanstack/react-query';
import { getAppConfigurationOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useLanguage } from '@/lib/text/use-language';
import { CardFields } from './card-fields';
import type { useAskedFields } from './use-asked-fields';

interface Props {
  asked: ReturnType<typeof useAskedFields>;
  wallet?: 'apple-pay' | undefined;
  onToken: (token: string) => void;
}

/** The provider's fields, as soon as it is known where they are. */
export function TypedCard({ asked, wallet, onToken }: Props) {
  const language = useLanguage();
  const configuration = useQuery(getAppConfigurationOptions({ headers: { 'accept-language': language } }));
  if (!configuration.data) {
    return configuration.error ? (
      <ErrorNotice error={configuration.error} onRetry={() => configuration.refetch()} />
    ) : (
      <Loading lines={3} />
    );
  }
  return (
    <CardFields
      key={`${language}-${wallet}-${asked.round}`}
      ref={asked.fields}
      widget={configuration.data.paymentWidget}
      wallet={wallet}
      onToken={onToken}
      onRefused={asked.answered}
    />
  );
}
