const looks: string[] = [];

/** The content policy takes no style from HTML: each becomes a rule of the stylesheet, found by its number. */
export const looksOf = (html: string): string =>
  html.replace(/ style="([^"]*)"/g, (_all, style: string) => {
    if (!looks.includes(style)) {
      looks.push(style);
    }
    return ` data-look="${looks.indexOf(style)}"`;
  });

export const looksAsCss = (): string =>
  looks.map((style, at) => `[data-look="${at}"]{${style.replaceAll('&quot;', '"')}}`).join('\n');
