import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import type { Receipt } from '@/api/gen-later';
import { Fact } from '@/components/fact';
import { Ltr, Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { useMeans } from '@/components/payment/use-means';
import { Table } from '@/components/ui/table';
import { day, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './receipt.module.css';

function Moment({ at }: { at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at}>
      {day(at, language)} {timeOfDay(at, language)}
    </time>
  );
}

type Line = Receipt['lines'][number];

/** The detail of an invoice line: numbers run left to right, names follow their script. */
function Detail({ line }: { line: Line }) {
  if (!line.detail) {
    return null;
  }
  return (
    <small>{/^\d+$/.test(line.detail) ? <Msisdn value={line.detail} /> : <bdi>{line.detail}</bdi>}</small>
  );
}

/** A stamped invoice has a code of about six hundred characters, which needs a large picture for a camera. */
const shortCode = 200;

const isCredit = ({ documentType }: Receipt) => documentType === '381';

/**
 * Returns the label of the sum. A sum paid from a balance or a voucher has no VAT, which was charged when the
 * balance or voucher was bought.
 */
function totalOf(receipt: Receipt) {
  if (isCredit(receipt)) {
    return 'credit.total' as const;
  }
  return receipt.vat > 0 ? ('total' as const) : ('totalPaid' as const);
}

function Vat({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const { total, vat, vatPercent } = receipt;
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row">{t(isCredit(receipt) ? 'credit.net' : 'net')}</Table.Th>
        <Table.Td>
          <Money amount={total - vat} />
        </Table.Td>
      </Table.Tr>
      <Table.Tr>
        <Table.Th scope="row">{t('vat', { percent: vatPercent })}</Table.Th>
        <Table.Td>
          <Money amount={vat} />
        </Table.Td>
      </Table.Tr>
    </>
  );
}

function Lines({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const { lines, total, vat } = receipt;
  return (
    <Table horizontalSpacing={0} className={classes.lines}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('item')}</Table.Th>
          <Table.Th scope="col">{t(vat > 0 ? 'amount' : 'amountPaid')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.key}>
            <Table.Th scope="row">
              {t(`line.${line.key}`)} <Detail line={line} />
            </Table.Th>
            <Table.Td>
              <Money amount={line.amount} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        {vat > 0 && <Vat receipt={receipt} />}
        <Table.Tr className={classes.total}>
          <Table.Th scope="row">{t(totalOf(receipt))}</Table.Th>
          <Table.Td>
            <Money amount={total} />
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

const ours = ['BALANCE', 'VOUCHER'] as const;

/** The payment method: a card or a wallet by its last digits, the balance or a voucher by its name. */
function Paid({ payment }: Pick<Receipt, 'payment'>) {
  const { t } = useTranslation('receipt');
  const meansOf = useMeans();
  const { brand, last4, id } = payment;
  const own = ours.find((name) => name === brand);
  return (
    <p className={classes.paid}>
      {own ? t(`paidBy.${own}`) : t('paidWith', { means: meansOf(brand, last4) })}{' '}
      {id && (
        <small>
          {t('payment')} <Ltr>{id}</Ltr>
        </small>
      )}
    </p>
  );
}

/** The price of each further cycle, which is no part of this invoice. */
function Then({ of }: { of: NonNullable<Receipt['recurring']> }) {
  const { t } = useTranslation('receipt');
  const each = of.cycleMonths
    ? t('then.everyMonth', { count: of.cycleMonths })
    : t('then.every', { count: of.validityDays });
  return (
    <p className={classes.paid}>
      {t('thenTitle')}: <Money amount={of.amount} /> {each}
    </p>
  );
}

interface Props {
  receipt: Receipt;
  about?: 'order' | 'purchase';
}

/**
 * The sheet of a receipt, with all parts of a simplified tax invoice, or of the credit note that reverses it.
 */
export function Invoice({ receipt, about = 'order' }: Props) {
  const { t } = useTranslation('receipt');
  const language = useLanguage();
  const { seller, customer, payment, refunded, refundedAt, refersTo, zatca } = receipt;
  return (
    <article className={`card ${classes.sheet}`}>
      <PageHeading takesFocus title={t(refersTo ? 'credit.title' : 'title')} />
      <div className={classes.head}>
        <dl className={`stack near ${classes.facts}`}>
          <Fact label={t('seller')}>{seller.name}</Fact>
          <Fact label={t('vatNumber')}>
            <Ltr>{seller.vatNumber}</Ltr>
          </Fact>
          <Fact label={t(refersTo ? 'credit.number' : about)}>
            <Ltr>{receipt.number}</Ltr>
          </Fact>
          <Fact label={t('issuedAt')}>
            <Moment at={receipt.issuedAt} />
          </Fact>
          {refersTo && (
            <>
              <Fact label={t('credit.invoice')}>
                <Ltr>{refersTo.number}</Ltr>, <Moment at={refersTo.issuedAt} />
              </Fact>
              <Fact label={t('credit.reason')}>{refersTo.reason}</Fact>
            </>
          )}
          {customer && (
            <Fact label={t('customer')}>
              <bdi>{customer}</bdi>
            </Fact>
          )}
        </dl>
        <div className={classes.qr}>
          <QRCodeSVG
            value={zatca}
            size={zatca.length > shortCode ? 232 : 144}
            title={t(refersTo ? 'credit.qr' : 'qr')}
          />
        </div>
      </div>
      <Lines receipt={receipt} />
      <Paid payment={payment} />
      {receipt.recurring && <Then of={receipt.recurring} />}
      {refunded > 0 && !refersTo && (
        <p className={classes.refund}>
          {t('refunded')} <Money amount={refunded} />{' '}
          {refundedAt && t('refundedOn', { day: day(refundedAt, language) })}
        </p>
      )}
    </article>
  );
}
