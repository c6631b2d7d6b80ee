import { expect, it } from 'vitest';
import { laidOver } from './laid-over';

it('takes only the texts of the file', () => {
  const translation = { 'common:footer.rights': 'theirs', 'home:loading': 'of another file' };
  expect(laidOver(translation, 'common')).toEqual({ footer: { rights: 'theirs' } });
});

it('takes a text below another text', () => {
  expect(laidOver({ 'shell:notice': 'old', 'shell:notice.new': 'words' }, 'shell')).toEqual({
    notice: { new: 'words' },
  });
});
