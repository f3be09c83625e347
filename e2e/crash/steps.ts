import type { ProcedureAnswer } from "../support/procedure";
import type { Dice } from "./dice";
import type { StepKind, Striker } from "./striker";
import type { Victim } from "./victim";

/** A step that a person or the clock takes. */
export interface Step {
  readonly kind: StepKind;
  /** What the step is done to. */
  readonly subject: string;
  call(): Promise<ProcedureAnswer>;
  /** The codes with which the product refuses a step that is done already. */
  readonly refusals: readonly string[];
  /** Returns whether the product's own lists show that the step is done. */
  isDone(): Promise<boolean>;
  /** Whether a second call may succeed too, because it changes nothing or something else. */
  readonly mayRepeat?: boolean;
}

/** How the calls of a step ended. */
export interface Doing {
  readonly kind: StepKind;
  readonly subject: string;
  readonly mayRepeat: boolean;
  succeeded: number;
  refused: number;
  /** The calls without an answer. */
  lost: number;
}

export interface StepSettings {
  readonly victim: Pick<Victim, "whenUp" | "kills">;
  readonly dice: Dice;
  readonly striker: Striker;
}

/** How often a step is repeated: kills that follow each other can leave several calls without an answer. */
const triesMax = 12;

/** The share of the steps that are done twice at once. */
const twiceShare = 0.25;

/** Takes steps as careful people do: a step without an answer is repeated until the product says that it is done. */
export class Steps {
  readonly #doings = new Map<string, Doing>();

  constructor(private readonly settings: StepSettings) {}

  get doings(): Doing[] {
    return [...this.#doings.values()];
  }

  /**
   * Takes a step, sometimes twice at once. Returns the data of the call that succeeded; null where its answer was lost.
   * @throws Error for another refusal than those of a step that is done, and where the step cannot be done
   */
  async do(step: Step): Promise<unknown> {
    const { victim, dice, striker } = this.settings;
    const doing = this.#findDoing(step);
    for (let tries = 1; tries <= triesMax; tries++) {
      await victim.whenUp();
      const calls = Array.from({ length: dice.falls(twiceShare) ? 2 : 1 }, () => this.#send(step, doing));
      await striker.consider(step.kind, calls);
      const answers = await Promise.all(calls.map(({ answer }) => answer));
      const success = answers.find((answer) => answer?.code === null);
      if (success) return success.data;
      if (answers.some((answer) => answer !== null) && (await step.isDone())) return null;
    }
    throw new Error(`${step.kind} ${step.subject} is not done after ${triesMax} tries.`);
  }

  #findDoing({ kind, subject, mayRepeat = false }: Step): Doing {
    const key = `${kind} ${subject}`;
    const doing = this.#doings.get(key) ?? { kind, subject, mayRepeat, succeeded: 0, refused: 0, lost: 0 };
    this.#doings.set(key, doing);
    return doing;
  }

  #send(step: Step, doing: Doing) {
    const call = { isAnswered: false, answer: this.#settle(step, doing) };
    const mark = () => {
      call.isAnswered = true;
    };
    call.answer.then(mark, mark);
    return call;
  }

  /** Returns the answer of a call; null where there was none. */
  async #settle(step: Step, doing: Doing): Promise<ProcedureAnswer | null> {
    const { victim, striker } = this.settings;
    const before = victim.kills;
    const answer = await step.call().catch(() => null);
    if (answer === null || answer.status >= 500) {
      doing.lost++;
      if (answer === null && victim.kills > before) striker.noteCut(step.kind);
      return null;
    }
    if (answer.code === null) doing.succeeded++;
    else if (step.refusals.includes(answer.code)) doing.refused++;
    else throw new Error(`${step.kind} ${step.subject}: ${answer.status} ${answer.code}`);
    return answer;
  }
}
