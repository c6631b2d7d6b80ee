import Check from 'lucide-react/icons/check';
import Hourglass from 'lucide-react/icons/hourglass';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import looks from '../components/stages.module.css';
import { correctAddressId } from './correct-address-id';
import classes from './status-steps.module.css';

type Progress = NonNullable<Order['progress']>;
type Milestone = Progress['milestones'][number];

/** An icon shows the state too, because a colour alone is not enough. */
const signs: Partial<Record<Milestone['state'], typeof Check>> = {
  done: Check,
  waiting: Hourglass,
  failed: X,
};

/** The maximum number of steps side by side with space for their texts. */
const widest = 5;

/** The party that acts next, and the deadline; a failure comes first. */
function Acts({ milestone, order }: { milestone: Milestone; order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const { key, state, actor, until } = milestone;
  if (!actor) {
    return null;
  }
  const operator = order.port?.operatorName;
  const who = actor === 'customer' && state === 'running' ? 'phone' : actor;
  const words = [
    state === 'failed' && t(`failed.${key}`),
    who !== 'none' && t(`acts.${who}`, { operator }),
    until && t('acts.until', { time: dayAndTime(until, language) }),
  ];
  return <small className={classes.acts}>{words.filter(Boolean).join(' · ')}</small>;
}

function Step({ milestone, order, now }: { milestone: Milestone; order: Order; now: boolean }) {
  const { t } = useTranslation('details');
  const { key, state } = milestone;
  const Sign = signs[state];
  return (
    <li
      className={`${looks.stage} ${classes.step}`}
      data-done={state === 'done' || undefined}
      data-now={now || undefined}
      data-state={state}
      aria-current={now ? 'step' : undefined}
    >
      <span className={`${looks.dot} ${classes.dot}`} aria-hidden>
        {Sign && <Sign size={16} strokeWidth={3} />}
      </span>
      <span className={classes.words}>
        {t(`status.${key}`)}
        {state === 'done' && <span className="visually-hidden"> ({t('done')})</span>}
        <Acts milestone={milestone} order={order} />
        {milestone.actor === 'customer' && order.canCorrectAddress && !order.opened && (
          <a className={classes.mend} href={`#${correctAddressId}`}>
            {t('correctAddress.title')}
          </a>
        )}
      </span>
    </li>
  );
}

/** The state of an order: each milestone of its kind, a failure in red, a wait for a person in amber. */
export function StatusSteps({ order, progress }: { order: Order; progress: Progress }) {
  const { t } = useTranslation('details');
  const shown = progress.milestones.filter(({ state }) => state !== 'not-needed');
  return (
    <ol
      className={`card ${looks.stages} ${classes.steps}`}
      data-across={shown.length <= widest || undefined}
      aria-label={t('statusLabel')}
    >
      {shown.map((milestone) => (
        <Step
          key={milestone.key}
          milestone={milestone}
          order={order}
          now={milestone.key === progress.current && milestone.state !== 'done'}
        />
      ))}
    </ol>
  );
}
