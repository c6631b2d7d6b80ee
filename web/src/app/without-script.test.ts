import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('index.html', 'utf8');
const styles = readFileSync('src/app/global.css', 'utf8');

it.each(['noscript', 'div class="not-started"'])('has a notice in both languages in its <%s>', (tag) => {
  const [, notice = ''] = page.match(new RegExp(`<${tag}>(.*?)</${tag.split(' ')[0]}>`, 's')) ?? [];
  expect(notice).toMatch(/<p lang="ar" dir="rtl">/);
  expect(notice).toMatch(/<p lang="en" dir="ltr">/);
});

it('leaves no empty page above the notice', () => {
  expect(styles).toMatch(/#root:not\(:empty\) \{\s*min-block-size: 100dvh;/);
  expect(styles).toMatch(/#root:empty ~ \.not-started \{[^}]*animation: not-started/);
});
