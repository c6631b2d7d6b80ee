/** Riyals with up to two decimals as halalas, from western digits; undefined for what is none. */
export function halalasOf(latin: string): number | undefined {
  const parts = /^(\d{1,6})(?:[.,٫](\d{1,2}))?$/.exec(latin.trim());
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : undefined;
}

/** 12.5 from 1250, as it is typed. */
export const riyalsOf = (halalas: number): string => String(halalas / 100);
