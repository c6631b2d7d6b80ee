import { cloneElement, type ReactElement } from 'react';

interface Props {
  text: string;
  /** The elements by their names in the text, as in `I accept the <terms>terms</terms>.` */
  parts: Record<string, ReactElement>;
}

/** A text that contains elements. */
export function Trans({ text, parts }: Props) {
  return text.split(/(<\w+>.*?<\/\w+>)/).map((piece) => {
    const [, name = '', inner] = /^<(\w+)>(.*)<\/\1>$/.exec(piece) ?? [];
    const part = parts[name];
    return part ? cloneElement(part, { key: name }, inner) : piece;
  });
}
