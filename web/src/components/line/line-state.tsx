import { useTranslation } from 'react-i18next';
import type { LineState as State } from '@/api/gen-session';
import classes from './line-state.module.css';

/** How a number stands, in a word. */
export function LineState({ state }: { state: State }) {
  const { t } = useTranslation('accounts');
  return (
    <span className={classes.state} data-state={state}>
      {t(`state.${state}`)}
    </span>
  );
}
