import type { CallerFacts } from "@/server/entry/http/request-facts";
import { createRouteTable } from "@/server/entry/http/routes";
import type { RateLimits } from "@/server/entry/limits/rate-limiter";
import { operations } from "@/server/entry/v1/operation-list";
import { answerRequest } from "@/server/entry/v1/pipeline";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import type { Ctx } from "@/server/usecases/ctx";
import type { Draws } from "./draws";
import { Lane, type Owner } from "./lane";
import type { Machine } from "./machine";
import type { Scheduler } from "./scheduler";
import type { Weather } from "./weather";

/** What a caller has whose request or whose answer was lost: it does not know what was done. */
export const lost = Symbol("lost");

export interface DoorSettings {
  readonly scheduler: Scheduler;
  readonly draws: Draws;
  readonly outside: Owner;
  weather(): Weather;
  /** The processes that take requests. */
  serving(): readonly Machine[];
}

/** The way from a merchant or a buyer to a process, and back. */
export class Doors {
  private calls = 0;
  /** The requests that are under way. */
  open = 0;

  constructor(private readonly settings: DoorSettings) {}

  /**
   * Sends a request to one of the processes and waits for its answer. Returns `lost` where the request or the answer
   * was lost, or the process died.
   * @param copied called where a device on the way sends the request a second time
   */
  async call<T>(
    client: string,
    what: string,
    work: (ctx: Ctx) => Promise<T>,
    copied: () => void = () => undefined,
  ): Promise<T | typeof lost> {
    const { draws, serving } = this.settings;
    const weather = this.settings.weather();
    this.calls += 1;
    const lane = new Lane(`${client}#${this.calls}`, this.settings.outside);
    if (draws.chance(weather.callLost)) return this.lose(lane, `${what} is lost on its way`);
    const machines = serving();
    if (machines.length === 0) return this.lose(lane, `${what} finds no process`);
    const machine = draws.pick(machines);
    // A copy that a device on the way makes goes to any process, and no caller gets its answer.
    if (draws.chance(weather.callRepeated)) {
      copied();
      const copy = new Lane(`${lane.name}'`, lane.owner);
      void this.perform(copy, what, draws.pick(machines), work);
    }
    const answer = await this.perform(lane, what, machine, work);
    if (answer === lost) return lost;
    if (draws.chance(weather.callAnswerLost)) return this.lose(lane, `the answer to ${what} is lost`);
    return answer;
  }

  /**
   * Lets a process do the work of a request. The arrival, and the answer's, are steps. An error that the work throws
   * is logged, as the product's server does it, and the caller gets no answer.
   */
  private perform<T>(
    lane: Lane,
    what: string,
    machine: Machine,
    work: (ctx: Ctx) => Promise<T>,
  ): Promise<T | typeof lost> {
    const { scheduler } = this.settings;
    this.open += 1;
    return new Promise((resolve) => {
      const end = (outcome: string, settle: () => void): void => {
        if (!machine.answering.delete(broken) && machine.owner.isAlive) return;
        this.open -= 1;
        scheduler.offer(lane, {
          what: `${what} ends`,
          act: () => {
            settle();
            return outcome;
          },
        });
      };
      const broken = (): void => end("the connection broke", () => resolve(lost));
      const failed = (error: unknown): void => {
        if (!machine.owner.isAlive) return;
        machine.ctx.log.error({ err: error }, `${what} failed`);
        end("failed", () => resolve(lost));
      };
      machine.answering.add(broken);
      scheduler.offer(lane, {
        what: `${what} reaches ${machine.owner.name}`,
        act: () => {
          if (!machine.owner.isAlive) return "it is gone";
          work(machine.ctx).then((answer) => machine.owner.isAlive && end("answered", () => resolve(answer)), failed);
          return "";
        },
      });
    });
  }

  private lose(lane: Lane, what: string): Promise<typeof lost> {
    return new Promise((resolve) => {
      this.settings.scheduler.offer(lane, {
        what,
        act: () => {
          resolve(lost);
          return "";
        },
      });
    });
  }
}

/** A request of a merchant's server to `/v1`. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

const routes = createRouteTable(operations);

/** Answers a request of the merchant API with a process, as the product's server does. */
export async function answerApi(
  ctx: Ctx,
  { method, path, key, body }: ApiRequest,
  facts: CallerFacts,
): Promise<ApiAnswer> {
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body), "utf8");
  const request = new Request(`https://api.sim.test${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(bytes && { "content-type": "application/json" }) },
    ...(bytes && { body: new Uint8Array(bytes) }),
  });
  const door = { ctx, limits: unlimited, routes, authenticate: authenticateKey };
  const { status, text } = await answerRequest(request, facts, door);
  return { status, body: text === null ? null : JSON.parse(text) };
}

const usage = { quota: 1_000_000, remaining: 1_000_000, resetSeconds: 60, windowSeconds: 60 } as const;

/** The rate limits are no part of the simulation. */
const unlimited: RateLimits = {
  take: async (policy) => ({ ...usage, policy, allowed: true }),
  peek: async (policy) => ({ ...usage, policy }),
  giveBack: async () => undefined,
  forget: async () => undefined,
};
