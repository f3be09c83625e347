import type { Draws } from "./draws";

/** How probable each trouble is, 0 to 1, for each call or step that it can meet. */
export interface Weather {
  /** From now on the bank cannot be reached for some time, nor anything that is under way to it or back arrive. */
  readonly bankGone: number;
  /** The bank cannot be connected to. */
  readonly bankRefuses: number;
  /** A request is lost on its way to the bank. */
  readonly requestLost: number;
  /** A request arrives late, perhaps after the caller has stopped waiting. */
  readonly requestLate: number;
  /** A request arrives twice. */
  readonly requestRepeated: number;
  /** A device before the bank answers in its place. */
  readonly bankErrs: number;
  readonly answerLost: number;
  readonly answerLate: number;
  /** The answer breaks off. */
  readonly answerCut: number;
  /** The answer is another text. */
  readonly answerGarbled: number;
  /** A request of a merchant or buyer is lost, sent twice, or its answer is lost. */
  readonly callLost: number;
  readonly callRepeated: number;
  readonly callAnswerLost: number;
  /** A receiver of webhooks answers with an error, or not at all, or after it was waited for. */
  readonly receiverFails: number;
  /** A process dies before the result of a statement reaches it. */
  readonly crash: number;
  /** Time goes on while something could still happen: a process is slow. */
  readonly slowness: number;
}

export const calm: Weather = {
  bankGone: 0,
  bankRefuses: 0,
  requestLost: 0,
  requestLate: 0,
  requestRepeated: 0,
  bankErrs: 0,
  answerLost: 0,
  answerLate: 0,
  answerCut: 0,
  answerGarbled: 0,
  callLost: 0,
  callRepeated: 0,
  callAnswerLost: 0,
  receiverFails: 0,
  crash: 0,
  slowness: 0,
};

const troubles = Object.keys(calm) as (keyof Weather)[];

/** What each trouble has when it is in the air. */
const usual: Weather = {
  bankGone: 0.03,
  bankRefuses: 0.08,
  requestLost: 0.1,
  requestLate: 0.1,
  requestRepeated: 0.12,
  bankErrs: 0.08,
  answerLost: 0.12,
  answerLate: 0.1,
  answerCut: 0.1,
  answerGarbled: 0.12,
  callLost: 0.04,
  callRepeated: 0.08,
  callAnswerLost: 0.08,
  receiverFails: 0.25,
  crash: 0.015,
  slowness: 0.02,
};

/**
 * Draws the weather of a simulation: each trouble is in the air in half of them, less or more than usual, and none in a
 * tenth.
 */
export function drawWeather(draws: Draws): Weather {
  if (draws.chance(0.1)) return calm;
  const drawn = Object.fromEntries(
    troubles.map((trouble) => [trouble, draws.chance(0.5) ? usual[trouble] * draws.pick([0.5, 1, 2]) : 0]),
  );
  return drawn as unknown as Weather;
}
