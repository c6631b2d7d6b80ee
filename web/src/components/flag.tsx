import classes from './flag.module.css';

/** The flag of a country by the two letters of ISO 3166, such as `SA`. The country's name stands next to it. */
export function Flag({ country }: { country: string }) {
  return (
    <img
      className={classes.flag}
      src={`${__FLAGS__}${country}.svg`}
      alt=""
      width="24"
      height="16"
      loading="lazy"
    />
  );
}
