import type { Action } from '../day/action.ts';

export function photoOf<Photo>(action: Action<Photo>): Photo | undefined {
  return 'proof' in action && action.proof.kind === 'PHOTO' ? action.proof.photo : undefined;
}

/** The same, with another photo where it has one. */
export function withPhoto<Photo, Other>(action: Action<Photo>, photo: Other): Action<Other> {
  if (!('proof' in action)) return action;
  const { proof } = action;
  return { ...action, proof: proof.kind === 'PHOTO' ? { ...proof, photo } : proof };
}
