import { useSite } from '@/lib/site/site';
import { Ltr } from './ltr';

/** What customers dial for help; nothing where the operator names no number. */
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
