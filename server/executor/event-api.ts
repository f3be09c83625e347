import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createEventId } from "./plan-runs";
import type { RunEvent } from "./run";

const record = z.record(z.string(), z.unknown());
/** The end of the year 9999, ms since the epoch. */
const latest = 253_402_300_799_999;
const sentEvent = z.object({
  name: z.string().min(1),
  id: z.string().nullish(),
  data: record.nullish(),
  ts: z.int().nonnegative().max(latest).nullish(),
  user: record.optional(),
  v: z.string().optional(),
});
const batch = z.union([z.array(sentEvent), sentEvent.transform((event) => [event])]);

/**
 * Answers requests to the event API, which the SDK sends to an Inngest server. The SDK sends a batch again with the
 * same seed when it received no answer; the event ids are computed from the seed, so no run is started twice.
 */
export async function takeEvents(
  request: Request,
  take: (events: readonly RunEvent[]) => Promise<void>,
): Promise<Response> {
  if (request.method !== "POST" || !/\/e\/[^/]+$/.test(new URL(request.url).pathname)) {
    return answer(404, { error: "The embedded executor only takes events." });
  }
  const sent = batch.safeParse(await request.json().catch(() => null));
  if (!sent.success) return answer(400, { ids: [""], error: "An event has no name, or is not an event." });

  const seed = request.headers.get("x-inngest-event-id-seed") ?? randomUUID();
  const ids = sent.data.map((_, index) => createEventId(seed, index));
  const events = sent.data.map(({ name, id, data, ts, ...rest }, index) => ({
    name,
    id: id || (ids[index] ?? ""),
    data: data ?? {},
    ts: ts ?? Date.now(),
    ...rest,
  }));
  await take(events as readonly RunEvent[]);
  return answer(200, { ids });
}

const answer = (status: number, body: object): Response => Response.json({ ...body, status }, { status });
