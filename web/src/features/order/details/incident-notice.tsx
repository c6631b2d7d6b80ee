import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { IncidentBanner } from '@/components/ui/incident-banner';
import { useLanguage } from '@/lib/text/use-language';

/** The incident that delays this order and many others. */
export function IncidentNotice({ incident }: { incident: NonNullable<Order['incident']> }) {
  const { t } = useTranslation('details');
  return <IncidentBanner {...incident} language={useLanguage()} say={t} />;
}
