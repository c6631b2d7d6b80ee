import { useTranslation } from 'react-i18next';
import { useSite } from '@/lib/site/site';
import { Ltr } from './ltr';
import primary from './primary-action.module.css';

/** The phone number of support; nothing if the operator has set none. */
export function SupportPhone({ label }: { label: string }) {
  const phone = useSite()?.settings.supportPhone;
  if (!phone) {
    return null;
  }
  return (
    <a href={`tel:${phone}`}>
      {label} <Ltr>{phone}</Ltr>
    </a>
  );
}

/** The call to support as the main button of a page on which each minute counts. */
export function CallSupport() {
  const { t } = useTranslation();
  const phone = useSite()?.settings.supportPhone;
  return (
    phone && (
      <a href={`tel:${phone}`} className={`primary-action ${primary.action}`}>
        <span>
          {t('callSupport')} <Ltr>{phone}</Ltr>
        </span>
      </a>
    )
  );
}
