import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { SIGNATURE } from './picture.ts';

export type Spot = readonly [x: number, y: number];
/** A line that was drawn without lifting the pen. */
export type Stroke = readonly Spot[];

const LARGEST = 10_000;
const MOST_STROKES = 500;
const MOST_SPOTS = 5_000;
/** A tap is no line. */
const SHORTEST_LINE = 1;

/** A signature as a screen has seen it: strokes of [x, y], the origin at the top left. */
export function decideStrokes(given: unknown): Decision<readonly Stroke[]> {
  if (!Array.isArray(given) || given.length === 0) return wrong('The signature must be a list of strokes.');
  if (given.length > MOST_STROKES) return wrong(`A signature must not have more than ${MOST_STROKES} strokes.`);
  const index = given.findIndex((stroke) => !isStroke(stroke));
  if (index >= 0) {
    return wrong(`Stroke ${index + 1} must be a list of [x, y], each a number from 0 to ${LARGEST}.`);
  }
  const strokes = given as readonly Stroke[];
  if (strokes.reduce((sum, { length }) => sum + length, 0) > MOST_SPOTS) {
    return wrong(`A signature must not have more than ${MOST_SPOTS} points.`);
  }
  return strokes.some(isLine) ? accepted(strokes) : wrong('Nothing is written in the signature.');
}

function isStroke(given: unknown): given is Stroke {
  return Array.isArray(given) && given.length > 0 && given.every(isSpot);
}

function isSpot(given: unknown): given is Spot {
  return Array.isArray(given) && given.length === 2 && given.every(isCoordinate);
}

function isCoordinate(given: unknown): boolean {
  return typeof given === 'number' && given >= 0 && given <= LARGEST;
}

function isLine([start, ...others]: Stroke): boolean {
  const [x, y] = start as Spot;
  return others.some((other) => Math.hypot(other[0] - x, other[1] - y) >= SHORTEST_LINE);
}

function wrong(sentence: string) {
  return refused('ERR_INVALID_FIELD', sentence, SIGNATURE.pointer);
}
