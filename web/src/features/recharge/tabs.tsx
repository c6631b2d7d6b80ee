import type { KeyboardEvent, ReactNode } from 'react';
import { directionOf } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';
import classes from './tabs.module.css';

interface Props<Name extends string> {
  label: string;
  tabs: readonly { name: Name; title: ReactNode }[];
  current: Name;
  onChange: (name: Name) => void;
  children: ReactNode;
}

const idOf = (name: string, part: 'tab' | 'panel') => `${name}-${part}`;

/** How far a key moves among the tabs; in Arabic the next one is to the left. */
function moveOf(key: string, rightToLeft: boolean): number {
  const right = rightToLeft ? -1 : 1;
  return { ArrowRight: right, ArrowLeft: -right }[key] ?? 0;
}

/** Parts of a page of which one is shown. Arrow keys go from one to the next. */
export function Tabs<Name extends string>({ label, tabs, current, onChange, children }: Props<Name>) {
  const rightToLeft = directionOf(useLanguage()) === 'rtl';
  const move = (event: KeyboardEvent) => {
    const step = moveOf(event.key, rightToLeft);
    const at = tabs.findIndex(({ name }) => name === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step !== 0 && next) {
      event.preventDefault();
      onChange(next.name);
      document.getElementById(idOf(next.name, 'tab'))?.focus();
    }
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={classes.tabs}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={idOf(name, 'tab')}
            className={classes.tab}
            aria-selected={name === current}
            aria-controls={name === current ? idOf(name, 'panel') : undefined}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
            onKeyDown={move}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={idOf(current, 'panel')} aria-labelledby={idOf(current, 'tab')}>
        {children}
      </div>
    </>
  );
}
