import type { Outcome } from "@/server/banks/bank";
import { FixedClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { ScriptedBank } from "@/server/testing/banks/scripted-bank";
import { createLinkJourney } from "@/server/testing/journeys/link";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { approved } from "@/server/testing/world/world";
import type { Ctx } from "@/server/usecases/ctx";
import { startsAt } from "../model/clock";
import type { Scene } from "../model/scenes";
import { type BankAnswers, silence } from "./bank-answers";
import { paymentKurus } from "./compare";
import { Flow, type Gate, Killed } from "./flow";
import { type RowsOfPath, readRows } from "./rows-of-path";
import type { Stage } from "./stage";

/** Is thrown where the product does something else than the model. */
export class Disagreement extends Error {}

/** How a buyer reaches the payment: by its reference, or by the token of its link. */
export type Subject =
  | { readonly kind: "payment"; readonly id: string; readonly paymentRef: string }
  | { readonly kind: "link"; readonly id: string; readonly token: string };

/** The kinds of requests at which work waits until the path goes on. */
const gated = ["prepare", "capture", "void", "credit"] as const;

/** The answers of a bank to one move. An inquiry may be one before whose answer the process ends. */
export type MoveAnswers = BankAnswers | "process_ends";

/** One path at the product: a process, a clock and a bank of its own, in the world that all paths share. */
export class PathRun {
  readonly clock = new FixedClock(startsAt);
  /** Where work waits, by the record of the model for which it does. */
  readonly gates = new Map<string, Gate>();
  /** The tokens of the return addresses of attempts, by their places in the model. */
  readonly tokens = new Map<number, string>();
  private flow = new Flow();
  private process: Ctx | null = null;
  private created: Subject | null = null;
  private found: RowsOfPath | null = null;
  private readonly bank: ScriptedBank;

  private constructor(
    readonly stage: Stage,
    readonly scene: Scene,
  ) {
    const confirms = scene.bank === "confirm";
    const can = { prepare: scene.bank === "prepare", ...(confirms && { confirmCapture: true as const }) };
    this.bank = new ScriptedBank(can, approved);
    for (const kind of gated) this.bank.answer(kind, () => this.flow.stop());
  }

  /** Creates the payment or the link of a scene. */
  static async begin(stage: Stage, scene: Scene): Promise<PathRun> {
    const run = new PathRun(stage, scene);
    await run.startProcess();
    run.created = await run.create();
    await run.read();
    return run;
  }

  private async create(): Promise<Subject> {
    const world = { ...this.stage.world, ctx: this.ctx, clock: this.clock, bank: this.bank };
    const { caller } = this.stage.world;
    if (this.scene.isLink) {
      const { id, token } = await createLinkJourney(world).create({ caller, amountKurus: paymentKurus });
      return { kind: "link", id, token };
    }
    const made = { caller, amountKurus: paymentKurus, installment: 3 };
    const { paymentCode: id, paymentRef } = await createPaymentJourney(world).create(made);
    return { kind: "payment", id, paymentRef };
  }

  /** The context of the web process that serves buyers and merchants now. */
  get ctx(): Ctx {
    return required(this.process);
  }

  /** The context of a process for jobs, which does not know the calls of the web process. */
  get jobs(): Ctx {
    return { ...this.ctx, openMoneyCalls: new Map() };
  }

  get subject(): Subject {
    return required(this.created);
  }

  /** The rows as they were after the last move. */
  get rows(): RowsOfPath {
    return required(this.found);
  }

  async read(): Promise<RowsOfPath> {
    const { kind, id } = this.subject;
    const isLink = kind === "link";
    const whose = { linkId: isLink ? id : null, paymentId: isLink ? null : id };
    this.found = await readRows(this.stage.world.db, whose, this.clock.now());
    return this.found;
  }

  private async startProcess(): Promise<void> {
    this.process = {
      ...this.stage.world.ctx,
      clock: this.clock,
      banks: this.bank,
      openMoneyCalls: new Map(),
      processNumber: await this.stage.leases.take(),
      background: (work) => this.flow.add(work),
    };
  }

  /** Does work until it has ended, or waits at a gate. */
  async perform(work: () => Promise<unknown>, answers: MoveAnswers = silence): Promise<void> {
    this.script(answers);
    this.flow = new Flow();
    this.flow.add(work());
    await this.rest();
  }

  /** Lets the work go on that waits for a record, with the bank's answer. */
  async pass(key: string, outcome: Outcome, answers: MoveAnswers = silence): Promise<void> {
    const gate = this.gates.get(key);
    if (!gate) throw new Disagreement(`The product does not wait for ${key}`);
    this.gates.delete(key);
    this.script(answers);
    this.flow = gate.flow;
    gate.open(outcome);
    await this.rest();
  }

  private async rest(): Promise<void> {
    await this.flow.rest();
    const { failure } = this.flow;
    const isRefusal = failure instanceof AppError && failure.code !== "internal_error";
    if (failure !== null && !isRefusal) throw failure;
  }

  private script(answers: MoveAnswers): void {
    if (answers === "process_ends") {
      this.bank.answer("inquire", () => {
        throw new Killed("The process has ended");
      });
      return;
    }
    this.bank.answer("inquire", answers.inquire);
    this.bank.answer("history", answers.history);
  }

  /** Stops the making of a page, as a slow process does. */
  stop(): Promise<Outcome> {
    return this.flow.stop();
  }

  /** Returns the gate at which the work of the last move waits; null where the work has ended, or waited before. */
  findNewGate(): Gate | null {
    const { gate } = this.flow;
    return gate !== null && [...this.gates.values()].includes(gate) ? null : gate;
  }

  /** Ends the process with all its work, and starts another one. */
  async crash(): Promise<void> {
    await this.endProcess();
    await this.startProcess();
  }

  /** Ends the process with all its work. */
  async endProcess(): Promise<void> {
    for (const gate of this.gates.values()) {
      this.flow = gate.flow;
      gate.kill();
      await gate.flow.rest();
    }
    this.gates.clear();
    await this.stage.leases.release(this.ctx.processNumber);
  }
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error("The path has not begun");
  return value;
}
