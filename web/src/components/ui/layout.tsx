import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import {
  createPolymorphicComponent,
  type GroupProps,
  Group as MantineGroup,
  Stack as MantineStack,
  type StackProps,
} from '@mantine/core';

/** Parts below one another. `component` names the element, a `div` by default. */
export const Stack = createPolymorphicComponent<'div', Omit<StackProps, 'ref'>>(MantineStack);

/** Parts side by side, which wrap where they have no room. `component` names the element, a `div` by default. */
export const Group = createPolymorphicComponent<'div', Omit<GroupProps, 'ref'>>(MantineGroup);
