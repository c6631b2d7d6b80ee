import classes from './word-mark.module.css';

interface Props {
  text: string;
  /** A colour on which white text can be read. */
  ground: string;
}

/** A mark made of a name, drawn by ourselves: of an operator or a payment method. Its name stands next to it. */
export const WordMark = ({ text, ground }: Props) => (
  <svg className={classes.mark} viewBox="0 0 56 26" direction="ltr" aria-hidden>
    <rect width="56" height="26" rx="6" fill={ground} />
    <text
      x="28"
      y="17.5"
      fill="#fff"
      textAnchor="middle"
      fontFamily="Arial, Helvetica, sans-serif"
      fontSize="12"
      fontWeight="700"
      textLength={text.length > 7 ? 50 : undefined}
      lengthAdjust="spacingAndGlyphs"
    >
      {text}
    </text>
  </svg>
);
