import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "./dice";
import type { Target, Victim } from "./victim";

/** The steps by which people and the clock move money that was captured, in the order in which they follow. */
export const stepKinds = [
  "collect",
  "propose",
  "approve",
  "createFile",
  "downloadFile",
  "sendFile",
  "recordPaid",
  "recordFailed",
  "reissue",
  "withdraw",
  "import",
  "explain",
  "writeStatement",
  "accept",
  "contest",
  "recordLost",
  "closeMonth",
] as const;
export type StepKind = (typeof stepKinds)[number];

/** A call of a step, which is being made. */
export interface Pending {
  readonly isAnswered: boolean;
}

export interface StrikeSettings {
  readonly victim: Pick<Victim, "killAndRestart">;
  readonly dice: Dice;
  /** Whom the kills hit. */
  readonly targets: readonly Target[];
  /** Whether the kills go on until each kind of step was cut. */
  readonly cutsEveryKind: boolean;
}

/** The longest pause before the first kill in a step of a kind, ms. Most steps take about as long. */
const firstPauseMs = 40;

/** Kills while a step is under way, at a random instant. */
export class Striker {
  /** The number of calls of each kind that a kill left without an answer. */
  readonly cuts = new Map<StepKind, number>(stepKinds.map((kind) => [kind, 0]));
  readonly #targets: Target[];
  readonly #pauses = new Map<StepKind, number>();
  /** How many steps, of each kind or of any, pass before the next kill. */
  readonly #passing = new Map<StepKind | "any", number>();
  #isStriking = false;

  constructor(private readonly settings: StrikeSettings) {
    this.#targets = [...settings.targets];
    const { dice, cutsEveryKind } = settings;
    for (const kind of cutsEveryKind ? stepKinds : []) this.#passing.set(kind, dice.between(0, 2));
    this.#passing.set("any", dice.between(...anyPasses));
  }

  /** The kinds of steps that no kill has cut yet. */
  get uncut(): StepKind[] {
    return stepKinds.filter((kind) => this.cuts.get(kind) === 0);
  }

  /** Whether every kill has been made that was wanted. */
  get isDone(): boolean {
    return this.#targets.length === 0 && (!this.settings.cutsEveryKind || this.uncut.length === 0);
  }

  noteCut(kind: StepKind): void {
    this.cuts.set(kind, (this.cuts.get(kind) ?? 0) + 1);
  }

  /**
   * Kills in a step that has just been sent, where a kill is due, and restarts. The pause before it is random; where
   * all calls are answered by then, nothing is killed, and the next pause in a step of this kind is shorter. So every
   * kill falls into a step.
   */
  async consider(kind: StepKind, calls: readonly Pending[]): Promise<void> {
    if (this.#isStriking || this.isDone || !this.#isDue(kind)) return;
    this.#isStriking = true;
    try {
      const { dice, victim } = this.settings;
      const pauseMs = dice.next() * (this.#pauses.get(kind) ?? firstPauseMs);
      // A kill comes at any moment of what runs in other processes, so this pause is in real time.
      await sleep(pauseMs);
      if (calls.every(({ isAnswered }) => isAnswered)) {
        this.#pauses.set(kind, pauseMs);
        return;
      }
      this.#passing.set("any", dice.between(...anyPasses));
      await victim.killAndRestart(this.#targets.shift() ?? "server");
    } finally {
      this.#isStriking = false;
    }
  }

  #isDue(kind: StepKind): boolean {
    if (this.settings.cutsEveryKind && this.cuts.get(kind) === 0) return this.#hasPassed(kind);
    return this.#targets.length > 0 && this.#hasPassed("any");
  }

  #hasPassed(counted: StepKind | "any"): boolean {
    const left = this.#passing.get(counted) ?? 0;
    this.#passing.set(counted, Math.max(0, left - 1));
    return left === 0;
  }
}

/** How many steps pass at least and at most between two kills in steps of any kind. */
const anyPasses = [4, 12] as const;
