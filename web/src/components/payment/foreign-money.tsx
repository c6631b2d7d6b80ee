import { locales } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** An amount in a foreign currency, with the decimals that it came with. */
export function ForeignMoney({ of }: { of: { amount: string; currency: string } }) {
  const language = useLanguage();
  const decimals = of.amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: of.currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return <bdi dir="ltr">{format.format(Number(of.amount))}</bdi>;
}
