import { Type } from 'typebox';

/** Why somebody at the desk did it: it stands in the audit log. */
export const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
