import type { Invoice } from '@/api/gen-bills';
import { Ltr } from '@/components/ltr';
import { days } from '@/lib/text/days';
import { useLanguage } from '@/lib/text/use-language';

/** The period and the number of a bill. */
export function BillName({ bill: { number, from, until } }: { bill: Invoice }) {
  const language = useLanguage();
  return (
    <>
      {days(from, until, language)} · <Ltr className="one-line">{number}</Ltr>
    </>
  );
}
