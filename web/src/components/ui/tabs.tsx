import '@mantine/core/styles/Tabs.layer.css';
import { Tabs as MantineTabs } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props<Name extends string> {
  label: string;
  tabs: readonly { name: Name; title: ReactNode }[];
  current: Name;
  onChange: (name: Name) => void;
  children: ReactNode;
}

/** Long titles wrap between words, and the list wraps between titles, instead of overflowing a phone. */
const styles = { tab: { whiteSpace: 'normal', overflowWrap: 'normal', lineHeight: 1.4 } } as const;

/** Parts of a page, of which only the current one is visible. */
export function Tabs<Name extends string>({ label, tabs, current, onChange, children }: Props<Name>) {
  const change = (name: string | null) => {
    const chosen = tabs.find((tab) => tab.name === name);
    if (chosen) {
      onChange(chosen.name);
    }
  };
  return (
    <MantineTabs styles={styles} value={current} onChange={change} keepMounted={false}>
      <MantineTabs.List grow aria-label={label}>
        {tabs.map(({ name, title }) => (
          <MantineTabs.Tab key={name} value={name} py="sm" fz="inherit">
            {title}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={current}>{children}</MantineTabs.Panel>
    </MantineTabs>
  );
}
