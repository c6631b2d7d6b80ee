import { expect, it } from 'vitest';
import { laidOver } from './laid-over';

const bundled = { footer: { rights: 'bundled', vat: 'stays' }, loading: 'Loading' };

it('puts the texts of its own namespace over the bundled ones', () => {
  const translation = { 'common:footer.rights': 'theirs', 'home:loading': 'of another file' };
  expect(laidOver(bundled, translation, 'common')).toEqual({
    footer: { rights: 'theirs', vat: 'stays' },
    loading: 'Loading',
  });
  expect(bundled.footer.rights, 'the bundled file itself is untouched').toBe('bundled');
});

it('takes a text that the bundle does not have yet', () => {
  expect(laidOver({}, { 'shell:notice.new': 'words' }, 'shell')).toEqual({ notice: { new: 'words' } });
});
