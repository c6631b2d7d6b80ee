import { cloneElement, type ReactElement } from 'react';

interface Props {
  text: string;
  /** By the names of the elements that stand in the text, as in `I accept the <terms>terms</terms>.` */
  parts: Record<string, ReactElement>;
}

/** A text with elements in it. */
export function Trans({ text, parts }: Props) {
  return text.split(/(<\w+>.*?<\/\w+>)/).map((piece) => {
    const [, name = '', inner] = /^<(\w+)>(.*)<\/\1>$/.exec(piece) ?? [];
    const part = parts[name];
    return part ? cloneElement(part, { key: name }, inner) : piece;
  });
}
