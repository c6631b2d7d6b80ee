import { locales } from '@/lib/text/format';
import type { Language } from '@/lib/text/language';

/** Formats 2026-07 as July 2026. */
export const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  );
