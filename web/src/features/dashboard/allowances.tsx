import InfinityMark from 'lucide-react/icons/infinity';
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LineAllowance } from '@/api/gen-session';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import { Ring } from '@/components/ring';
import { useOpenPath } from '@/lib/session/use-open-path';
import { allowanceName } from '@/lib/text/allowance';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import { type AllowanceGroup, allowanceGroups, leftOf } from './allowance-groups';
import classes from './allowances.module.css';
import { MoreData } from './more-data';

/** The ring in words for screen readers. */
function Meter({ type, left, total, unit }: AllowanceGroup & { total: number }) {
  const { t } = useTranslation('dashboard');
  const quantity = useQuantity();
  const name = t(`allowance.${allowanceName(type)}`);
  return (
    <meter
      className="visually-hidden"
      aria-label={name}
      aria-valuetext={t('consumption.meter', {
        name,
        left: quantity(left, unit),
        total: quantity(total, unit),
      })}
      max={Math.max(total, 1)}
      value={left}
    />
  );
}

function Amounts(group: AllowanceGroup) {
  const { t } = useTranslation('dashboard');
  const quantity = useQuantity();
  const { unit, used, total, left } = group;
  if (total === undefined) {
    return (
      <>
        <p className={classes.left}>{t('consumption.unlimited')}</p>
        <p className={classes.of}>{t('consumption.used', { amount: quantity(used, unit) })}</p>
      </>
    );
  }
  return (
    <>
      <p className={classes.left}>
        {left > 0 ? t('consumption.left', { amount: quantity(left, unit) }) : t('consumption.usedUp')}
      </p>
      <p className={classes.of}>{t('consumption.of', { amount: quantity(total, unit) })}</p>
      <Meter {...group} total={total} />
    </>
  );
}

function Part(part: LineAllowance) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const quantity = useQuantity();
  const { unit, total, valid_until: until } = part;
  const left = leftOf(part);
  const words = left > 0 ? t('consumption.left', { amount: quantity(left, unit) }) : t('consumption.usedUp');
  return (
    <li>
      <span>
        <strong>{total === undefined ? t('consumption.unlimited') : words}</strong>
        {total !== undefined && ` ${t('consumption.of', { amount: quantity(total, unit) })}`}
      </span>
      {until && <span>{t('consumption.validUntil', { day: day(until, language) })}</span>}
    </li>
  );
}

/** The end of an allowance; each of its parts with its own end, if there are several. */
function Parts({ parts }: AllowanceGroup) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const [only, ...others] = parts;
  if (others.length === 0) {
    const until = only?.valid_until;
    return (
      until && <p className={classes.until}>{t('consumption.validUntil', { day: day(until, language) })}</p>
    );
  }
  return (
    <ul className={classes.parts}>
      {parts.map((part) => (
        <Part key={[part.valid_until, part.total, part.used].join(' ')} {...part} />
      ))}
    </ul>
  );
}

/** A link to buy more; only data is sold without a plan. */
function AddData({ children }: { children: string }) {
  const path = useOpenPath('recharge');
  return (
    path && (
      <Link className={classes.add} to={`${path}?tab=dataRecharge`}>
        <Plus size={18} aria-hidden />
        {children}
      </Link>
    )
  );
}

interface Props {
  group: AllowanceGroup;
  /** The data of the line: a large ring, and more data on sale when little is left. */
  isMain?: boolean;
}

function Allowance({ group, isMain = false }: Props) {
  const { t } = useTranslation('dashboard');
  const { type, total, left, isLow } = group;
  const iconSize = isMain ? 40 : 22;
  return (
    <li className={`card ${classes.allowance}`} data-low={isLow || undefined} data-main={isMain || undefined}>
      <Ring part={total === undefined ? 1 : left / Math.max(total, 1)} low={isLow}>
        {total === undefined ? (
          <InfinityMark size={iconSize} />
        ) : (
          <AllowanceIcon type={type} size={iconSize} />
        )}
      </Ring>
      <div>
        <h3 className={classes.name}>{t(`allowance.${allowanceName(type)}`)}</h3>
        <Amounts {...group} />
        <Parts {...group} />
        {isMain && isLow && (
          <div className={classes.more}>
            <MoreData />
          </div>
        )}
      </div>
    </li>
  );
}

/** The rest of each allowance, the data first, and the link to buy more. */
export function Allowances({ consumption }: { consumption: LineAllowance[] }) {
  const { t } = useTranslation('dashboard');
  const groups = allowanceGroups(consumption);
  const main = groups.find(({ type }) => allowanceName(type) === 'data');
  return (
    <section>
      <div className={classes.top}>
        <h2>{t('consumption.title')}</h2>
        <AddData>{t('consumption.add')}</AddData>
      </div>
      {groups.length === 0 ? (
        <p className="dimmed">{t('consumption.empty')}</p>
      ) : (
        <ul className={classes.list}>
          {main && <Allowance group={main} isMain />}
          {groups
            .filter((group) => group !== main)
            .map((group) => (
              <Allowance key={`${group.type} ${group.unit}`} group={group} />
            ))}
        </ul>
      )}
    </section>
  );
}
