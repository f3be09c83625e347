import type { WireRequest, WireResponse } from "@/server/banks/bank";
import type { Sent, Transport } from "@/server/banks/transport";
import type { Answer } from "@/server/sandbox/bank/answer";
import type { Draws } from "./draws";
import { Lane, type Owner } from "./lane";
import type { MachineParts } from "./machine-parts";
import type { Notes } from "./notes";
import type { Scheduler } from "./scheduler";
import type { SimTime } from "./sim-time";
import type { Weather } from "./weather";

export interface BankNetworkSettings {
  readonly scheduler: Scheduler;
  readonly time: SimTime;
  readonly draws: Draws;
  readonly notes: Notes;
  /** The outside world, in which requests travel on when their process has died. */
  readonly outside: Owner;
  weather(): Weather;
  /** Hands a request over to the bank, which does its work in one go. */
  deliver(request: WireRequest): Promise<Answer>;
}

/** The network between the processes and the banks. Each request and each answer is a step, if it arrives at all. */
export class BankNetwork {
  private calls = 0;
  /** How often something went wrong on the way. */
  mishaps = 0;
  /** The calls of live processes that wait for the bank, and the requests and answers that are on their way. */
  open = 0;
  /** The instant until which the bank cannot be reached, ms. */
  private goneUntil = 0;

  constructor(private readonly settings: BankNetworkSettings) {}

  /** Makes the way on which a process reaches the banks. */
  transportOf(parts: MachineParts): Transport {
    const send = this.createSend(parts);
    return async (wire, options) => {
      this.open += 1;
      let isOver = false;
      const end = (): void => {
        if (!isOver) this.open -= 1;
        isOver = true;
      };
      parts.onDeath(end);
      return send(wire, options).finally(end);
    };
  }

  private createSend({ open, owner }: MachineParts): Transport {
    return async (wire, { totalMs, maySend }) => {
      this.calls += 1;
      const number = this.calls;
      const lane = open(`bank${number}`);
      const { weather } = this.settings;
      if (this.isGone() || this.goesWrong(weather().bankRefuses)) return this.refuse(lane);
      await this.step(lane, `connects to ${new URL(wire.url).pathname}`);
      if (maySend && !(await maySend().catch(() => false))) return { response: null, cause: "withdrawn" };
      return this.exchange(wire, { lane, number, totalMs, owner, movesMoney: maySend !== undefined });
    };
  }

  private async refuse(lane: Lane): Promise<Sent> {
    await this.step(lane, "the bank cannot be connected to");
    return { response: null, cause: "connection", failure: "ECONNREFUSED" };
  }

  private exchange(wire: WireRequest, call: Call): Promise<Sent> {
    return new Promise((resolve) => {
      const { time } = this.settings;
      let isOver = false;
      const end = (sent: Sent): void => {
        if (isOver) return;
        isOver = true;
        stop();
        if (call.owner.isAlive) resolve(sent);
      };
      const late = () => end({ response: null, cause: "timeout", failure: "TIMEOUT" });
      const stop = time.set(call.lane, "the bank has not answered in time", call.totalMs, late);
      this.sendOut(wire, call, end);
    });
  }

  /** Lets a request travel: once, twice, late, or not to the end. */
  private sendOut(wire: WireRequest, call: Call, end: (sent: Sent) => void): void {
    const { draws, notes, time } = this.settings;
    const weather = this.settings.weather();
    if (this.vanishes() || this.goesWrong(weather.requestLost)) return;
    const isAnsweredBefore = this.goesWrong(weather.bankErrs);
    if (isAnsweredBefore) this.travel(call, "502", 0, () => this.answer(badGateway, call, end));
    if (isAnsweredBefore) return;
    // Few calls move money, and most faults show where one of them comes late or twice.
    const often = call.movesMoney ? 2 : 1;
    const copies = this.goesWrong(weather.requestRepeated * often) ? 2 : 1;
    let credited: string | null = null;
    const deliver = async (): Promise<string> => {
      const before = notes.movements.length;
      const answer = await this.settings.deliver(wire);
      const credit = notes.movements.slice(before).find(({ kind }) => kind === "credit");
      if (credit && credited === credit.orderId) notes.repeatedCredits.push({ orderId: credited, at: time.now() });
      else if (credit && weather.requestRepeated > 0 && this.goesWrong(creditRepeated)) {
        this.travel(call, `the bank gets request ${call.number} again`, 0, deliver);
      }
      credited = credit?.orderId ?? credited;
      return this.answer(answer, call, end);
    };
    for (let copy = 1; copy <= copies; copy += 1) {
      const lateMs = this.goesWrong(weather.requestLate * often) ? draws.between(1, 120_000) : 0;
      this.travel(call, `the bank gets request ${call.number}`, lateMs, deliver);
    }
  }

  /** Lets an answer travel back, whole, damaged, late, or not to the end. */
  private answer(answer: Answer, call: Call, end: (sent: Sent) => void): string {
    const { draws } = this.settings;
    const weather = this.settings.weather();
    const status = answer.kind === "broken" ? "broken" : String(answer.status);
    if (this.vanishes() || this.goesWrong(weather.answerLost)) return `${status}, which is lost`;
    const lateMs = this.goesWrong(weather.answerLate) ? draws.between(1, 120_000) : 0;
    const sent = this.damage(answer, weather);
    this.travel(call, `answer ${call.number} arrives`, lateMs, () => {
      end(sent);
      return "cause" in sent ? String(sent.cause) : "";
    });
    return status;
  }

  private damage(answer: Answer, weather: Weather): Sent {
    const { draws } = this.settings;
    if (answer.kind === "broken") return brokenOff;
    const response: WireResponse = {
      status: answer.status,
      contentType: answer.headers["content-type"] ?? "",
      body: answer.body,
    };
    if (answer.status !== 200) return { response, cause: "http_status" };
    if (this.goesWrong(weather.answerGarbled)) return { response: { ...response, body: busyPage } };
    if (!this.goesWrong(weather.answerCut)) return { response };
    const body = answer.body.subarray(0, draws.between(0, Math.max(0, answer.body.length - 1)));
    return draws.chance(0.5) ? brokenOff : { response: { ...response, body } };
  }

  private goesWrong(probability: number): boolean {
    if (!this.settings.draws.chance(probability)) return false;
    this.mishaps += 1;
    return true;
  }

  private isGone(): boolean {
    return this.settings.weather().bankGone > 0 && this.settings.time.ms < this.goneUntil;
  }

  /** Returns whether a message is lost because the bank cannot be reached, perhaps from this message on. */
  private vanishes(): boolean {
    const { draws, time } = this.settings;
    if (!this.isGone() && this.goesWrong(this.settings.weather().bankGone)) {
      this.goneUntil = time.ms + draws.between(10_000, 600_000);
    }
    return this.isGone();
  }

  /** Lets something travel to its end, in any order with what else is on its way. */
  private travel(call: Call, what: string, lateMs: number, arrive: () => Promise<string> | string): void {
    const { scheduler, time, outside } = this.settings;
    const lane = new Lane(`net${call.number}`, outside);
    this.open += 1;
    const act = async (): Promise<string> => {
      this.open -= 1;
      return arrive();
    };
    if (lateMs === 0) scheduler.offer(lane, { what, act });
    else time.set(lane, `${what} late, after ${lateMs} ms`, lateMs, () => scheduler.offer(lane, { what, act }));
  }

  private step(lane: Lane, what: string): Promise<void> {
    return new Promise((resolve) => {
      const act = () => {
        resolve();
        return "";
      };
      this.settings.scheduler.offer(lane, { what, act });
    });
  }
}

/**
 * How probable it is that a credit which the bank has done is repeated, where requests are: more than other requests,
 * because few payments have a credit of a part.
 */
const creditRepeated = 0.3;

interface Call {
  readonly lane: Lane;
  readonly number: number;
  readonly totalMs: number;
  readonly owner: Owner;
  /** Whether it is no question, which is harmless where it is repeated. */
  readonly movesMoney: boolean;
}

const brokenOff: Sent = { response: null, cause: "unreadable", failure: "UND_ERR_SOCKET" };

const page = (text: string) => Buffer.from(`<html><body>${text}</body></html>`, "utf8");
const busyPage = page("Sistem meşgul");
const badGateway: Answer = {
  kind: "message",
  status: 502,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: page("Bad Gateway"),
};
