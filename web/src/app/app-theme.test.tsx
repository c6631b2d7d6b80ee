import { Checkbox } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppTheme } from './app-theme';

it('Checkbox_Everywhere_HasSmallCorners', () => {
  render(<Checkbox label="Agree" />, { wrapper: AppTheme });
  expect(screen.getByRole('checkbox').closest('[style]')).toHaveStyle({
    '--checkbox-radius': 'var(--mantine-radius-xs)',
  });
});
