export { type Erasure, erasePerson } from './erase-person.ts';
export { exportPerson } from './export-person.ts';
export { findPerson } from './find-person.ts';
export type { Subject } from './rules/subject.ts';
