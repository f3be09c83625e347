import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import { endOfMonth } from "./actors/bookkeeper";
import type { Plan } from "./actors/part";
import { Person } from "./actors/person";
import { drawPlan } from "./actors/plan";
import { closeDays } from "./actors/reconciler";
import { compareRepeatedCredits, decideUntellable } from "./actors/staff";
import { always, atTheEnd } from "./oracles/all-oracles";
import type { Judged, Oracle } from "./oracles/oracle";
import type { Merchant } from "./world/accounts";
import { Draws } from "./world/draws";
import { Deadlock } from "./world/locks";
import { UnansweredQuestion } from "./world/observer";
import type { PrismaStock } from "./world/prisma-stock";
import type { Databases } from "./world/server";
import { startOfWorld, templateName } from "./world/template";
import { drawWeather } from "./world/weather";
import { EndlessWorld, type Troubles, World } from "./world/world";

/** What a worker needs for each of its simulations. */
export interface Workshop {
  readonly databases: Databases;
  readonly stock: PrismaStock;
  readonly merchants: readonly Merchant[];
}

/** What a simulation may leave out of what its seed draws. */
export interface Reduction {
  /** The names of people who do not take part. */
  readonly without: readonly string[];
  /** The step after which no trouble begins and steps happen in order; null for troubles to the end. */
  readonly troubleUntil: number | null;
}

export const whole: Reduction = { without: [], troubleUntil: null };

/** A rule that was broken. */
interface Finding {
  readonly oracle: string;
  readonly texts: readonly string[];
}

/** What came of a simulation. */
export interface Verdict {
  readonly seed: string;
  readonly finding: Finding | null;
  readonly steps: number;
  readonly troubles: Troubles;
  /** A digest of the trace: the same whenever the seed is run. */
  readonly digest: string;
  readonly trace: string;
  /** The names of the people who took part. */
  readonly people: readonly string[];
}

/** Runs the simulation of a seed, and judges it. */
export async function simulate(
  { databases, stock, merchants }: Workshop,
  seed: string,
  { without, troubleUntil }: Reduction = whole,
  keepsTrace = false,
): Promise<Verdict> {
  const database = await databases.create(templateName);
  const draws = new Draws(`${seed}/plan`);
  const plan = drawPlan(draws.of("people"), merchants);
  const world = await World.open({
    seed,
    databaseUrl: database.url,
    stock,
    start: drawStart(draws, plan),
    strategy: draws.chance(0.5) ? "uniform" : "priorities",
    weather: drawWeather(draws),
    startsCalm: plan.startsCalm,
    processes: Math.max(draws.between(1, 3), plan.endsMonth || plan.bankDays ? 2 : 1),
    troubleUntil,
    keepsTrace,
  });
  try {
    const parts = plan.parts.filter(({ name }) => !without.includes(name));
    const finding = await judge({ world, plan }, () => world.run(parts.map(({ act }) => act)));
    const people = parts.map(({ name }) => name);
    return {
      seed,
      finding,
      steps: world.scheduler.now,
      troubles: world.countTroubles(),
      digest: world.trace.digest(),
      trace: world.trace.text(),
      people,
    };
  } finally {
    await world.close();
    await database.drop();
  }
}

/** Draws the instant at which a simulation begins. */
function drawStart(draws: Draws, { endsMonth }: Plan): Date {
  const afterMs = draws.pick([0, 0, 0, minutesBeforeDayEnd]);
  if (!endsMonth) return plusMs(startOfWorld, afterMs);
  return plusMs(endOfMonth(startOfWorld), -draws.pick([minutes(10), hours(30), hours(30)]));
}

/** From noon in Istanbul to 23:50, ten minutes before the banks' day ends, ms. */
const minutesBeforeDayEnd = (11 * 60 + 50) * 60_000;

/** Lets people act and everything end, and asks the oracles. */
async function judge(judged: Judged, act: () => Promise<void>): Promise<Finding | null> {
  const { world } = judged;
  try {
    world.watch(everySteps, async () => {
      const finding = await ask(always, judged);
      if (finding) throw new Found(finding);
    });
    await act();
    world.calmDown();
    await world.goOn(() => !world.isAnythingUnderWay);
    const finance = new Person(world, "finance");
    world.let(async () => {
      await decideUntellable(finance);
      await compareRepeatedCredits(finance);
    });
    await letAllEnd(world);
    const { bankDays } = judged.plan;
    if (bankDays) {
      world.let(() => closeDays(new Person(world, "closing"), bankDays));
      await letAllEnd(world);
    }
    return await ask(atTheEnd, judged);
  } catch (error) {
    if (error instanceof Found) return error.finding;
    if (error instanceof Deadlock) return { oracle: "deadlock", texts: [error.message] };
    if (error instanceof EndlessWorld) return { oracle: "end", texts: [error.message] };
    if (error instanceof UnansweredQuestion) return { oracle: "due work", texts: [error.message] };
    throw error;
  }
}

/** How often what holds at every instant is looked at, in steps. */
const everySteps = 50;

class Found extends Error {
  constructor(readonly finding: Finding) {
    super(finding.oracle);
  }
}

async function ask(oracles: readonly Oracle[], judged: Judged): Promise<Finding | null> {
  for (const oracle of oracles) {
    const texts = await oracle.find(judged);
    if (texts.length > 0) return { oracle: oracle.name, texts };
  }
  return null;
}

/** How long the world goes on after the last person has done something, at most. */
const aftermath = days(20);

/** Lets time pass until nothing is under way and nothing is due. */
async function letAllEnd(world: World): Promise<void> {
  await world.goOn(() => !world.isAnythingUnderWay);
  const until = plusMs(world.time.now(), aftermath);
  for (;;) {
    if ((await world.observer.nextDue(until)) === null) return;
    await world.passTime();
    await world.goOn(() => !world.isAnythingUnderWay);
  }
}
