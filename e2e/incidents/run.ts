import { buildIfNeeded } from "@/server/launch/build";
import { LaunchFailure, runCommand } from "@/server/launch/failure";
import { formatOutcomes, hasPassed, type Outcome } from "./incident";
import { perform } from "./perform";
import { Stage } from "./stage";

/**
 * Runs `npm run incidents -- [KIND ...]`, without a kind all twelve: makes the cause of each incident at an
 * installation of its own, and measures how soon the product names it to the operator's webhook, and closes it after
 * its cause has ended.
 */
async function run(kinds: readonly string[]): Promise<void> {
  await buildIfNeeded();
  const stage = await Stage.open();
  let hasEnded = false;
  try {
    process.env.E2E_SANDBOX = stage.cluster.sandboxFile;
    const outcomes = await performAll(stage, kinds);
    console.log("");
    for (const line of formatOutcomes(outcomes)) console.log(line);
    hasEnded = outcomes.every(hasPassed);
  } finally {
    if (!hasEnded) say(`The logs are in ${stage.cluster.dataDir}`);
    await stage.close({ keepsData: !hasEnded });
  }
  if (!hasEnded) throw new LaunchFailure("An incident was not named within 60 s, or not closed.");
}

async function performAll(stage: Stage, kinds: readonly string[]): Promise<Outcome[]> {
  const { groups } = await import("./incidents");
  const all = groups(stage);
  const known = all.flat(2).map(({ kind }) => kind as string);
  if (!kinds.every((kind) => known.includes(kind))) {
    throw new LaunchFailure(`npm run incidents -- [KIND ...], where KIND is one of ${known.join(", ")}`);
  }
  const outcomes: Outcome[] = [];
  for (const group of all) {
    const performed = group.map(async (lane) => {
      for (const incident of lane) {
        if (kinds.length > 0 && !kinds.includes(incident.kind)) continue;
        outcomes.push(await perform(stage, incident, say));
      }
    });
    await Promise.all(performed);
  }
  for (const { kind, subject, detail } of await stage.listOpenAlerts())
    say(`Still open: ${kind} ${subject}: ${detail}`);
  const made = new Set<string>(outcomes.map(({ kind }) => kind));
  const others = stage.messages.messages.filter(({ kind }) => !made.has(kind));
  for (const { kind, type, sentences } of others) say(`Beside them: ${kind} ${type}: ${sentences.join(" ")}`);
  return outcomes;
}

const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

await runCommand(() => run(process.argv.slice(2)));
// Keep-alive connections would otherwise keep the process for some seconds.
process.exit();
