import { setTimeout as sleep } from "node:timers/promises";
import type { DebianCluster } from "./debian-cluster";
import { keepPaying } from "./load";
import type { Stage } from "./stage";
import type { Step } from "./steps";

/** How many buyers pay at once while the primary is killed. */
const buyers = 4;
/** How long they pay before it, ms. */
const before = 5_000;

/** The steps of the runbook "Fail-over to a synchronous standby". */
export function failoverSteps(stage: Stage): Step[] {
  let standby: DebianCluster | undefined;
  return [
    {
      name: "A synchronous standby",
      async run() {
        standby = await stage.newCluster("standby");
        await standby.follow(stage.primary);
        await standby.start({ asStandby: true });
        await stage.primary.setSynchronousStandby("standby");
        return "";
      },
    },
    {
      name: "The primary is killed under load, the standby promoted, the address moved",
      async run() {
        if (!standby) throw new Error("There is no standby");
        const load = keepPaying(stage.shop, buyers);
        await sleep(before);
        const soFar = load.made().answered.length;
        const killedAt = performance.now();
        await stage.primary.kill();
        await standby.promote();
        const promotedMs = performance.now() - killedAt;
        stage.lead(standby);
        const downMs = (await load.firstAnswerAfter(killedAt + promotedMs)) - killedAt;
        await sleep(before);
        const { answered, captured, refused } = await load.end();
        await load.expectKept(standby);
        const sums = `${answered.length} created (${soFar} before the kill), ${captured.length} captured, ${refused} met an error`;
        const times = `promoted after ${seconds(promotedMs)}, the next payment was created ${seconds(downMs)} after the kill`;
        return `${sums}; nothing that was answered is lost; ${times}`;
      },
    },
    {
      name: "After the fail-over every outcome is known, and bank and books are equal",
      async run() {
        const open = "select 1 from attempt where status in ('capturing', 'unknown')";
        for (const end = Date.now() + 240_000; (await stage.primary.query(open)).length > 0; await sleep(1000)) {
          if (Date.now() > end) throw new Error("A capture has no outcome after four minutes");
        }
        const { isPassed, text } = await stage.reconcile();
        if (!isPassed) throw new Error(text);
        return stage.expectEqualSums();
      },
    },
  ];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
