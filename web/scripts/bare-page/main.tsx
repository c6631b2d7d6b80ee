import '@mantine/core/styles.css';
import { Button, MantineProvider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The smallest form page in React and Mantine; the size budgets are multiples of its weight. */
function BarePage() {
  const [name, setName] = useState('');
  return (
    <MantineProvider>
      <Stack component="form">
        <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <PasswordInput label="Password" />
        <Button type="submit">Sign in</Button>
      </Stack>
    </MantineProvider>
  );
}

createRoot(document.getElementById('root') ?? document.body).render(<BarePage />);
