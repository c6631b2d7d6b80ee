import '@mantine/core/styles/Progress.layer.css';
import { Progress as MantineProgress } from '@mantine/core';
import classes from './progress.module.css';

interface Props {
  label: string;
  /** The progress from 0 to 1. */
  part: number;
  /** The progress as a text. */
  text: string;
}

/** The progress of something. */
export function Progress({ label, part, text }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100);
  return (
    <MantineProgress.Root size="0.6rem" radius="xl" className={classes.groove}>
      <MantineProgress.Section
        className={classes.bar}
        value={percent}
        // Mantine would always announce the percentage.
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
