import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePause from 'lucide-react/icons/circle-pause';
import TimerOff from 'lucide-react/icons/timer-off';
import Truck from 'lucide-react/icons/truck';
import { useTranslation } from 'react-i18next';
import type { LineState as State } from '@/api/gen-lines';

const tones = { active: 'positive', stopped: 'negative', expired: 'negative', in_transit: 'warning' };
const icons = { active: CircleCheck, stopped: CirclePause, expired: TimerOff, in_transit: Truck };

/** The state of a line as a word and an icon: neither depends on its colour alone. */
export function LineState({ state }: { state: State }) {
  const { t } = useTranslation('accounts');
  const Icon = icons[state];
  return (
    <span className="pill" data-tone={tones[state]}>
      <Icon size={16} aria-hidden />
      {t(`state.${state}`)}
    </span>
  );
}
