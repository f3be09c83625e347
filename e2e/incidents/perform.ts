import { setTimeout as sleep } from "node:timers/promises";
import type { Incident, Outcome } from "./incident";
import type { Stage } from "./stage";

/** How long an incident is waited for at most, ms: one that comes too late still shows by how much. */
const patienceMs = { named: 180_000, closed: 300_000 } as const;

/**
 * Makes one incident: its cause, the message that names it, the end of the cause, and the end of the incident. Never
 * rejects.
 */
export async function perform(stage: Stage, incident: Incident, say: (line: string) => void): Promise<Outcome> {
  const { kind, made, missing } = incident;
  const nothing = { kind, made, missing, namedMs: null, closedMs: null, sentence: null, failure: null };
  if (missing !== null) return nothing;
  try {
    if (await isOpen(stage, kind)) throw new Error("It was open before its cause was made");
    const since = Date.now();
    say(`${kind}: ${made}`);
    await incident.cause();
    const message = await until(patienceMs.named, () => stage.messages.findOpened(kind, since));
    const namedMs = message && message.at - since;
    const sentence = message?.sentences[0] ?? null;
    say(`${kind}: ${namedMs === null ? "not named" : `named after ${(namedMs / 1_000).toFixed(1)} s: ${sentence}`}`);
    const endedAt = Date.now();
    await incident.end();
    const isClosed = await until(patienceMs.closed, async () => ((await isOpen(stage, kind)) ? null : true));
    const closedMs = isClosed && Date.now() - endedAt;
    say(`${kind}: ${closedMs === null ? "not closed" : `closed ${(closedMs / 1_000).toFixed(1)} s after its cause`}`);
    return { ...nothing, namedMs, closedMs, sentence };
  } catch (error) {
    await incident.end().catch(() => undefined);
    const failure = error instanceof Error ? error.message : String(error);
    say(`${kind}: ${failure}`);
    return { ...nothing, failure };
  }
}

const isOpen = async (stage: Stage, kind: string): Promise<boolean> =>
  (await stage.listOpenAlerts()).some((alert) => alert.kind === kind);

/** Asks each quarter of a second until there is an answer; null after the patience has ended. */
async function until<T>(patienceMs: number, ask: () => T | null | Promise<T | null>): Promise<T | null> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(250)) {
    const found = await ask();
    if (found !== null) return found;
  }
  return null;
}
