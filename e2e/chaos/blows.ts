import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../cluster/cluster";
import type { Disk } from "../cluster/disk";
import type { Postgres, Redis } from "../cluster/programs";
import type { Supervisor } from "../cluster/supervisor";
import type { Dice } from "../crash/dice";
import type { BlowKind } from "./errors";
import type { Struck } from "./recovery";

/** An installation that is struck. */
export interface Scene {
  readonly cluster: Cluster;
  readonly supervisor: Supervisor;
  readonly postgres: Postgres;
  readonly redis: Redis;
  /** The disk of the database; null where none can be made that can be filled. */
  readonly disk: Disk | null;
  readonly dice: Dice;
}

/** How often each kind of blow falls. */
const weights: readonly (readonly [BlowKind, number])[] = [
  ["web", 56],
  ["launcher", 7],
  ["connection", 12],
  ["postmaster", 6],
  ["immediate", 6],
  ["redis", 6],
  ["stoppedWeb", 3],
  ["stoppedConnection", 2],
  ["stoppedRedis", 2],
  ["fullDisk", 2],
];

/** How long what lasts lasts, ms. */
const lastsMs = { stoppedWeb: 20_000, stopped: [2_000, 6_000], fullDisk: [3_000, 6_000] } as const;

/** The pause between two blows, ms. */
const pauseMs = [300, 2_200] as const;

/** A web process is only struck while another one gets requests. */
const servingMin = 2;

export interface Striking {
  readonly blows: readonly Struck[];
  /** What must not occur. */
  readonly surprises: readonly string[];
  /** How often PostgreSQL ended by itself because its disk was full. */
  readonly endsByFullDisk: number;
}

/**
 * Strikes until the time is over, then waits until everything is up. A process that is killed or stopped comes back
 * while further blows fall; what strikes PostgreSQL or Redis is over before the next one.
 * @param signal ends it early
 * @param note is called after every tenth blow
 */
export async function strike(
  scene: Scene,
  ms: number,
  signal: AbortSignal,
  note: (count: number) => void,
): Promise<Striking> {
  const striker = new Striker(scene);
  const until = Date.now() + ms;
  const isOver = (): boolean => Date.now() >= until || signal.aborted;
  while (!isOver()) {
    await sleep(scene.dice.between(...pauseMs));
    while (scene.supervisor.serving.length < servingMin && !isOver()) await sleep(50);
    if (isOver()) break;
    await striker.strikeOnce();
    if (striker.blows.length % 10 === 0) note(striker.blows.length);
  }
  await striker.untilWhole();
  return striker;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

class Striker implements Striking {
  readonly blows: Mutable<Struck>[] = [];
  readonly surprises: string[] = [];
  endsByFullDisk = 0;
  /** What comes back while further blows fall. */
  readonly #recoveries: Promise<void>[] = [];

  constructor(private readonly scene: Scene) {}

  async strikeOnce(): Promise<void> {
    const { supervisor, postgres } = this.scene;
    const kind = this.#chooseKind();
    const at = Date.now();
    const blow: Mutable<Struck> = { kind, at, until: at, readyAt: at, wholeAt: at };
    this.blows.push(blow);
    const comingBack =
      kind === "web" || kind === "stoppedWeb" || kind === "launcher" ? this.#strikeProcess(blow) : null;
    if (comingBack === null) await this.#strikeBelow(blow);
    // What was struck takes no part; at most two of the others have to be ready.
    const ready = supervisor.untilReady(Math.max(1, Math.min(servingMin, supervisor.serving.length)));
    const recovery = (comingBack ?? ready).then(
      () => {
        blow.wholeAt = Date.now();
      },
      (error) => void this.surprises.push(`${kind}: ${error}`),
    );
    this.#recoveries.push(recovery);
    await ready;
    blow.readyAt = Date.now();
    if (await postgres.keepUp()) this.surprises.push(`PostgreSQL ended by itself after ${kind}`);
  }

  async untilWhole(): Promise<void> {
    const { cluster, supervisor } = this.scene;
    await Promise.all(this.#recoveries);
    await supervisor.untilReady(cluster.webs.length);
    await sleep(restMs);
    this.surprises.push(...supervisor.surprises);
  }

  #chooseKind(): BlowKind {
    const { disk, dice, supervisor, cluster } = this.scene;
    const isPossible = (kind: BlowKind): boolean => {
      if (kind === "fullDisk") return disk !== null;
      if (kind === "launcher") return !supervisor.isLauncherStruck;
      return kind !== "stoppedWeb" || !cluster.webs.some(({ isPaused }) => isPaused);
    };
    return dice.pick(new Map(weights.filter(([kind]) => isPossible(kind))));
  }

  /** Strikes a process of the product. Resolves when it works again. */
  #strikeProcess(blow: Mutable<Struck>): Promise<void> {
    const { supervisor, dice } = this.scene;
    if (blow.kind === "launcher") return supervisor.killLauncher();
    const { serving } = supervisor;
    const web = serving[dice.between(0, serving.length - 1)];
    if (!web) throw new Error("No process gets requests.");
    if (blow.kind === "web") return supervisor.killWeb(web);
    blow.until = blow.at + lastsMs.stoppedWeb;
    return supervisor.pauseWeb(web, lastsMs.stoppedWeb);
  }

  /** Strikes what lies below the product. Resolves when that runs again. */
  async #strikeBelow(blow: Mutable<Struck>): Promise<void> {
    const { postgres, redis, disk, dice } = this.scene;
    const chosen = dice.between(0, 50);
    if (blow.kind === "connection") postgres.killConnection(chosen);
    if (blow.kind === "postmaster") await postgres.kill();
    if (blow.kind === "immediate") await postgres.stopAtOnce();
    if (blow.kind === "redis") await redis.kill(dice.between(0, 3_000));
    if (blow.kind === "stoppedConnection") await postgres.pauseConnection(chosen, dice.between(...lastsMs.stopped));
    if (blow.kind === "stoppedRedis") await redis.pause(dice.between(...lastsMs.stopped));
    if (blow.kind === "fullDisk") await disk?.fillFor(dice.between(...lastsMs.fullDisk));
    // The server ends the other connections a moment after the killed one.
    if (blow.kind === "connection") await sleep(noticedMs);
    if (blow.kind === "fullDisk" && (await postgres.keepUp())) this.endsByFullDisk += 1;
    await postgres.untilAccepting();
    blow.until = Date.now();
  }
}

/** How long PostgreSQL takes at most to notice that one of its processes was killed, ms. */
const noticedMs = 100;

/** How long the load goes on after the last recovery, ms. */
const restMs = 5_000;
