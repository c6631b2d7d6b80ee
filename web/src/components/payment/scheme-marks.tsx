import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './scheme-marks.module.css';

export type Scheme = 'MADA' | 'VISA' | 'MASTER';

const word = (text: string, colour: string, style: { size: number; italic?: boolean }) => (
  <text
    x="20"
    y="17"
    fill={colour}
    textAnchor="middle"
    fontFamily="Arial, Helvetica, sans-serif"
    fontSize={style.size}
    fontWeight="700"
    fontStyle={style.italic ? 'italic' : undefined}
  >
    {text}
  </text>
);

const pictures: Record<Scheme, ReactNode> = {
  MADA: (
    <>
      <path d="M4 5h13v3H4z" fill="#259bd6" />
      <path d="M4 19h13v3H4z" fill="#84b740" />
      {word('mada', '#231f20', { size: 11 })}
    </>
  ),
  VISA: word('VISA', '#1434cb', { size: 13, italic: true }),
  MASTER: (
    <>
      <circle cx="16" cy="13" r="7.5" fill="#eb001b" />
      <circle cx="24" cy="13" r="7.5" fill="#f79e1b" />
      <path d="M20 6.7a7.5 7.5 0 0 1 0 12.6 7.5 7.5 0 0 1 0-12.6z" fill="#ff5f00" />
    </>
  ),
};

/** The mark of a card scheme. Its name is next to the mark or on the surrounding element. */
export const SchemeMark = ({ scheme }: { scheme: Scheme }) => (
  <svg className={classes.mark} viewBox="0 0 40 26" direction="ltr" aria-hidden>
    {pictures[scheme]}
  </svg>
);

/** The accepted card schemes. mada comes first, as its rules demand. */
export function SchemeMarks() {
  const { t } = useTranslation('payment');
  return (
    <span role="img" aria-label={t('accepted')} className={classes.marks} dir="ltr">
      <SchemeMark scheme="MADA" />
      <SchemeMark scheme="VISA" />
      <SchemeMark scheme="MASTER" />
    </span>
  );
}
