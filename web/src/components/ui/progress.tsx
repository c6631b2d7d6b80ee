import '@mantine/core/styles/Progress.layer.css';
import { Progress as MantineProgress } from '@mantine/core';
import classes from './progress.module.css';

interface Props {
  label: string;
  /** From 0 to 1. */
  part: number;
  /** How far it is, in words. */
  text: string;
}

/** How far something is on its way. */
export function Progress({ label, part, text }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100);
  return (
    <MantineProgress.Root size="0.6rem" radius="xl" className={classes.groove}>
      <MantineProgress.Section
        className={classes.bar}
        value={percent}
        // Mantine would always say the percentage.
        withAria={false}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
      />
    </MantineProgress.Root>
  );
}
