import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePath } from '@/lib/site/use-path';
import { OrderAtHand } from './order-at-hand';

/**
 * A link to the help page with the details that support asks for first; nothing if this site has no help
 * page.
 */
export function HelpLink({ order, error }: { order?: string; error?: string }) {
  const { t } = useTranslation();
  const help = usePath('support');
  const atHand = use(OrderAtHand);
  const number = order ?? atHand;
  const brought = new URLSearchParams({
    ...(number && { order: number }),
    ...(error && { error }),
  }).toString();
  return help && <Link to={brought ? `${help}?${brought}` : help}>{t('nav.support')}</Link>;
}
