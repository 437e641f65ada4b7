import { expect, test } from 'vitest';
import { describeProfiles } from './profile-table.ts';

test('each profile says what a call costs, the largest block first, and leaves what a hand wrote around it', () => {
  const blocks = new Map([
    ['idle', 10_000],
    ['signature', 10_000],
    ['rooms and rules', 30_000],
  ]);
  const page = 'Before\n\n<!-- profile -->\nold\n<!-- end of profile -->\n\nAfter\n';
  const profiled = [{ name: 'orders', calls: 100, blocks, databaseMicroseconds: 25_000 }];
  expect(describeProfiles(page, profiled, { machine: 'here', commit: 'a'.repeat(40) })).toBe(`Before

<!-- profile -->

### \`orders\`

400 µs a call in the server's main thread, which was idle for 20 % of the time; beside it 250 µs in PostgreSQL.

| Block | µs a call | Share | |
|---|---|---|---|
| rooms and rules | 300 | 75 % | ████████████████████████ |
| signature | 100 | 25 % | ████████ |

On here; commit \`aaaaaaaaaa\`.

<!-- end of profile -->

After
`);
});
