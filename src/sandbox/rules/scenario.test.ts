import { expect, test } from 'vitest';
import { findScenarioFaults, isScenario, SCENARIOS, scenarioOf } from './scenario.ts';

test('the order’s own scenario goes before the partner’s', () => {
  expect(scenarioOf({ sandboxScenario: 'POD_FAILED' }, 'NO_DRIVER')).toBe('POD_FAILED');
  expect(scenarioOf({ sandboxScenario: 'HAPPY' }, 'NO_DRIVER')).toBe('HAPPY');
});

test.each([undefined, {}, { sandboxScenario: 'pod_failed' }, { sandboxScenario: 7 }, { sandboxScenario: ['HAPPY'] }])(
  'metadata %j name none, so the partner’s holds',
  (metadata) => {
    expect(scenarioOf(metadata, 'NO_DRIVER')).toBe('NO_DRIVER');
  },
);

test('without either, and with a setting that is not known any more, all goes well', () => {
  expect(scenarioOf(undefined, undefined)).toBe('HAPPY');
  expect(scenarioOf(undefined, 'OF_AN_OLDER_VERSION')).toBe('HAPPY');
});

test('every name in the list is one, and what every object has is none', () => {
  expect(SCENARIOS.every(isScenario)).toBe(true);
  expect(isScenario('toString')).toBe(false);
});

test('partners and their code know the scenarios by these names', () => {
  expect(SCENARIOS).toEqual([
    ...['HAPPY', 'NO_DRIVER', 'REJECT_ONCE', 'REJECT_TWICE'],
    ...['DRIVER_LATE', 'SLOW_PICKUP', 'POD_FAILED', 'SUPPORT_REPLACES'],
  ]);
});

test('of an endless name no more than 40 characters are repeated', () => {
  expect(findScenarioFaults({ scenario: 'x'.repeat(41) })[0]?.sentence).toContain(`scenario "${'x'.repeat(40)}".`);
});

test('a setting that names another is told which there are', () => {
  expect(findScenarioFaults({ scenario: 'ALIENS' })).toEqual([
    {
      code: 'ERR_INVALID_FIELD',
      sentence: `There is no scenario "ALIENS". It must be one of ${SCENARIOS.join(', ')}.`,
      pointer: '/data/scenario',
    },
  ]);
});

test.each([undefined, null, 7, 'text', [], {}, { scenario: 7 }, { scenario: 'HAPPY' }])(
  'a setting without any, and what the schema has named already, have no fault of theirs: %j',
  (data) => {
    expect(findScenarioFaults(data)).toEqual([]);
  },
);
