import { expect, test } from 'vitest';
import { describeErrors } from './describe-errors.ts';

const PAGE = `# Errors

### ERR_ORDER_EDIT
old words
<!-- by hand -->

The call.

### ERR_UNAVAILABLE
<!-- by hand -->
`;
const REFERENCE = {
  paths: {
    '/v3/orders/{orderId}': {
      get: { operationId: 'getOrder', 'x-codes': ['ERR_UNAVAILABLE'] },
      patch: { operationId: 'editOrder', 'x-codes': ['ERR_ORDER_EDIT', 'ERR_UNAVAILABLE'] },
    },
    '/driver/v1/me': { get: { operationId: 'getMe', 'x-codes': ['ERR_UNAVAILABLE'] } },
    '/health/live': { get: { operationId: 'checkAlive' } },
  },
};

test('what is known of a code stands under its heading; what a hand has written stays', () => {
  const page = describeErrors(PAGE, REFERENCE);
  expect(page).not.toContain('old words');
  expect(page).toContain('<!-- by hand -->\n\nThe call.\n');
  expect(describeErrors(page, REFERENCE)).toBe(page);
});

test('two refusals with one code stand one after the other, and then who gives it', () => {
  const [, edit = ''] = describeErrors(PAGE, REFERENCE).split('### ');
  expect(edit.match(/^\*\*422\*\*, an addition: .*\.$/gm)).toHaveLength(2);
  expect(edit.match(/^- Answered by: .*$/gm)).toEqual(['- Answered by: `editOrder`.']);
});

test('a code of every signed call is not counted out, and a retry is named where it helps', () => {
  const [, , unavailable = ''] = describeErrors(PAGE, REFERENCE).split('### ');
  expect(unavailable).toContain("- Answered by: every signed call, calls of the drivers' app.");
  expect(unavailable).toContain('- Send it again: After the seconds in Retry-After');
});
