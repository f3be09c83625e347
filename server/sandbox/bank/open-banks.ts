import type { Pool } from "pg";
import type { Clock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { type Random, systemRandom } from "@/server/domain/random";
import { systemTime } from "@/server/domain/real-time";
import { type Answer, answerStatusOnly } from "./answer";
import { answerChallenge } from "./challenge";
import { answerControl, answerError } from "./control";
import { garanti } from "./garanti/protocol";
import { nestpay } from "./nestpay/protocol";
import { payfor } from "./payfor/protocol";
import { posnet } from "./posnet/protocol";
import { productClock } from "./product-clock";
import { productDayEnd } from "./product-day-end";
import { assertReadsBigInts, createSchema, openPool } from "./records/database";
import { type Shops, sandboxShops } from "./records/shops";
import { changeShops } from "./setup-faults/changed-shops";
import { type FaultyHosts, nameFaultyHosts } from "./setup-faults/faulty-hosts";
import { answerOnTheWay, splitSetupPath, tellTime } from "./setup-faults/faulty-way";
import type { SetupFault } from "./setup-faults/setup-faults";
import type { BankRequest, SimulatedProtocol, Simulator } from "./simulator";

export interface BankSettings {
  /**
   * The product's database, in which the banks have a schema of their own (D-52): its address, or a pool of `openPool`,
   * which the banks leave open when they close.
   */
  readonly database: string | Pool;
  /** Returns the origin under which browsers and merchants find the banks. */
  readonly origin: () => string;
  /** The bearer token that `/__control` requires. */
  readonly sandboxKey: string;
  readonly shops?: Shops;
  /** Replaces real time plus the sandbox's offset. */
  readonly clock?: Clock;
  /** The time of the machine; by default that of this one. */
  readonly realTime?: Clock;
  /** The source of every reference, key and nonce; by default that of the machine. */
  readonly random?: Random;
  /** Decides which requests fail because of `errorRate`; by default `random`. */
  readonly faultRandom?: Random;
  /** The hosts of a bank with a wrong certificate; by default they only have names, and nothing listens. */
  readonly hosts?: FaultyHosts;
  /** Receives errors of idle connections, which are replaced; a given pool reports them to its owner. */
  readonly onError?: (error: unknown) => void;
}

/** The simulated banks without a network. */
export interface SimulatedBanks {
  /**
   * Answers a complete request. All work of the request, and all of its statements, is done when the answer is there.
   * What precedes the answer (`delayMs`, `postsFirst`) is left to the caller. Rejects on an internal error.
   */
  answer(request: BankRequest): Promise<Answer>;
  /** Closes the database connections that these banks have opened. */
  close(): Promise<void>;
}

/**
 * Opens the simulated banks for requests of this process. Nothing is kept in memory between two requests, so the tables
 * may be emptied at any time between them; with equal tables, clocks and random numbers, equal requests get equal
 * answers. Throws when the database cannot be reached.
 */
export async function openBanks(settings: BankSettings): Promise<SimulatedBanks> {
  const { database, realTime = systemTime, random = systemRandom } = settings;
  const isOwn = typeof database === "string";
  const pool = isOwn ? openPool(database) : database;
  if (isOwn) pool.on("error", (error) => settings.onError?.(error));
  try {
    await createSchema(pool);
    await assertReadsBigInts(pool);
  } catch (error) {
    if (isOwn) await pool.end();
    throw error;
  }
  const { clock } = settings;
  const simulator: Simulator = {
    pool,
    now: clock === undefined ? productClock(pool, realTime) : async () => clock.now(),
    readDayEnd: productDayEnd(pool),
    random,
    faultRandom: settings.faultRandom ?? random,
    shops: settings.shops ?? sandboxShops,
    fault: null,
    origin: settings.origin,
    hosts: settings.hosts ?? nameFaultyHosts(),
  };
  return {
    answer: (request) => route({ simulator, realTime, sandboxKey: settings.sandboxKey }, request),
    async close() {
      if (isOwn) await pool.end();
    },
  };
}

interface RouteSettings {
  readonly simulator: Simulator;
  readonly realTime: Clock;
  readonly sandboxKey: string;
}

const protocols: readonly SimulatedProtocol[] = [nestpay, garanti, posnet, payfor];

async function route({ simulator, realTime, sandboxKey }: RouteSettings, request: BankRequest): Promise<Answer> {
  const { method } = request;
  const { fault, path } = splitSetupPath(request.path);
  if (path.startsWith("/__control/")) return answerControl(simulator, protocols, sandboxKey, request);
  if (path.startsWith("/3ds/")) {
    if (!["GET", "HEAD", "POST"].includes(method)) return answerStatusOnly(405, { allow: "GET, HEAD, POST" });
    return answerChallenge(simulator, protocols, request);
  }
  const protocol = protocols.find(({ routes }) => Object.hasOwn(routes, path));
  const handler = protocol?.routes[path];
  if (protocol === undefined || handler === undefined) return answerError(new AppError("not_found"), simulator.random);
  if (method !== "POST") return answerStatusOnly(405, { allow: "POST" });
  const target = path === protocol.paths.gate ? "gate" : "api";
  const answer = answerOnTheWay(fault, target) ?? (await handler(withFault(simulator, fault), request));
  return tellTime(fault, answer, realTime.now());
}

/** Returns the bank as a terminal with a fault of its set-up finds it. */
const withFault = (simulator: Simulator, fault: SetupFault | null): Simulator =>
  fault === null ? simulator : { ...simulator, fault, shops: changeShops(simulator.shops, fault) };
