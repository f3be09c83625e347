import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Backlog } from "@/server/domain/operations/backlog";
import type { MetricSources } from "./sources";
import { createProcessTelemetry } from "./start";

const projectRoot = join(import.meta.dirname, "../..");

const nothing = { count: 0, oldestSeconds: 0 };
const backlog: Backlog = {
  paymentsInitiated: 4,
  capturing: { count: 1, oldestSeconds: 2.5 },
  captureUnknown: { count: 2, oldestSeconds: 300 },
  refundsPending: { count: 3, oldestSeconds: 60 },
  moneyReturnsPending: nothing,
  outbox: nothing,
  deliveries: { count: 10, oldestSeconds: 0 },
  deliveriesRetrying: 7,
  receiversFailing: 2,
  mails: nothing,
  jobs: nothing,
  alerts: { capture_unknown: 2 },
  sweepSeconds: { cron: 12, watch: null },
};

const sources = (changes: Partial<MetricSources> = {}): MetricSources => ({
  readBacklog: async () => backlog,
  readPool: () => ({ open: 5, idle: 3, waiting: 1, max: 8 }),
  readCircuits: () => new Map(),
  isRedisAnswering: async () => null,
  ...changes,
});

const start = (changes: Partial<MetricSources> = {}, databaseMs?: number) => {
  const telemetry = createProcessTelemetry({ version: "1.2.3", mode: "live", databaseMs });
  telemetry.connect(sources(changes));
  return telemetry;
};

const circuits = new Map([
  ["akbank", true],
  ["isbank", false],
]);

/** Reports one of everything, and returns the text of the metrics. */
async function collectAll(): Promise<string> {
  const telemetry = start({ isRedisAnswering: async () => false, readCircuits: () => circuits });
  telemetry.moved({ kind: "payment", to: "captured" });
  telemetry.moved({ kind: "payment", to: "captured" });
  telemetry.moved({ kind: "refund", to: "approved" });
  const call = { bank: "akbank", operation: "capture", durationMs: 60_000 };
  telemetry.bankCalled({ ...call, outcome: "unknown", cause: "timeout" });
  telemetry.bankCalled({ ...call, outcome: "approved", cause: null });
  telemetry.bankReturned("akbank", "refused_hash");
  telemetry.deliveryAttempted({ errorClass: "timeout", isRetry: true, status: "exhausted", durationMs: 10 });
  telemetry.deliveryAttempted({ errorClass: "timeout", isRetry: false, status: "pending", durationMs: 10 });
  telemetry.budgetRefused("payments-key");
  telemetry.capacityExceeded("enforce");
  telemetry.redisFailed();
  telemetry.requestAnswered({ method: "POST", route: "/v1/payments", status: 201, durationMs: 12 });
  telemetry.requestAnswered({ method: "BREW", route: "none", status: 405, durationMs: 1 });
  return (await telemetry.collect()) ?? "";
}

const lines = async (telemetry: ReturnType<typeof start>) => ((await telemetry.collect()) ?? "").split("\n");

describe("the metrics", () => {
  test("count what was reported", async () => {
    const text = await collectAll();
    for (const line of [
      'vezne_payments_total{state="captured"} 2',
      'vezne_payments_total{state="failed"} 0',
      'vezne_refunds_total{state="approved"} 1',
      'vezne_bank_call_duration_seconds_sum{bank="akbank",operation="capture",outcome="unknown"} 60',
      'vezne_bank_call_unknown_total{bank="akbank",operation="capture",cause="timeout"} 1',
      'vezne_bank_returns_total{bank="akbank",verdict="refused_hash"} 1',
      'vezne_webhook_attempt_duration_seconds_count{outcome="timeout",retry="true"} 1',
      'vezne_webhook_deliveries_ended_total{state="exhausted"} 1',
      'vezne_rate_limit_refusals_total{policy="payments-key"} 1',
      'vezne_capacity_exceeded_total{check="enforce"} 1',
      "vezne_redis_errors_total 1",
      'vezne_http_request_duration_seconds_bucket{method="POST",route="/v1/payments",status="201",le="0.025"} 1',
      // A client cannot make series by methods that it invents.
      'vezne_http_request_duration_seconds_count{method="other",route="none",status="405"} 1',
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(text).not.toContain('state="pending"} 1');
  });

  test("show what waits in the database, the pool, Redis and the process", async () => {
    const text = await collectAll();
    for (const line of [
      `vezne_build_info{version="1.2.3",mode="live",node="${process.version}"} 1`,
      "vezne_database_up 1",
      'vezne_payments_open{state="unknown"} 2',
      'vezne_open_oldest_age_seconds{kind="capture_unknown"} 300',
      'vezne_webhook_deliveries_waiting{retry="false"} 3',
      'vezne_webhook_deliveries_waiting{retry="true"} 7',
      'vezne_alerts_open{kind="capture_unknown"} 2',
      'vezne_sweep_age_seconds{by="cron"} 12',
      'vezne_database_pool_connections{state="used"} 2',
      "vezne_database_pool_waiting 1",
      "vezne_redis_up 0",
      'vezne_bank_circuit_open{bank="akbank"} 1',
      'vezne_bank_circuit_open{bank="isbank"} 0',
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
    expect(text).not.toContain('by="watch"');
  });

  test("stand without the database, and say that it does not answer", async () => {
    for (const readBacklog of [() => Promise.reject(new Error("gone")), () => new Promise<never>(() => undefined)]) {
      const text = await lines(start({ readBacklog }, 20));
      expect(text).toContain("vezne_database_up 0");
      expect(text).toContain("vezne_database_pool_waiting 1");
      expect(text.join("\n")).not.toContain("vezne_outbox_events_waiting ");
    }
  });

  test("ask the database once for several collections, also while it has not answered", async () => {
    let asked = 0;
    let answer = (_: Backlog): void => undefined;
    const readBacklog = () => {
      asked += 1;
      return new Promise<Backlog>((resolve) => {
        answer = resolve;
      });
    };
    const telemetry = start({ readBacklog }, 20);
    expect(await lines(telemetry)).toContain("vezne_database_up 0");
    expect(await lines(telemetry)).toContain("vezne_database_up 0");
    answer(backlog);
    expect(await lines(telemetry)).toContain("vezne_database_up 1");
    expect(await lines(telemetry)).toContain("vezne_refunds_pending 3");
    expect(asked).toBe(1);
  });

  test("ask the database again after a failure", async () => {
    let asked = 0;
    const readBacklog = async () => {
      asked += 1;
      if (asked === 1) throw new Error("gone");
      return backlog;
    };
    const telemetry = start({ readBacklog });
    expect(await lines(telemetry)).toContain("vezne_database_up 0");
    expect(await lines(telemetry)).toContain("vezne_database_up 1");
  });
});

describe("the files for operators", () => {
  const read = (file: string): string => readFileSync(join(projectRoot, file), "utf8");
  interface Rule {
    readonly record?: string;
    readonly alert?: string;
    readonly expr: string;
    readonly labels?: { readonly severity: string };
    readonly annotations?: { readonly summary: string; readonly runbook_url: string };
  }
  const { groups } = parse(read("deploy/prometheus/vezne.rules.yml")) as { groups: { readonly rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const board = JSON.parse(read("deploy/grafana/vezne.json")) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const queries = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

  test("name metrics that exist, and those of recording rules", async () => {
    const exposed = new Set((await collectAll()).match(/^\w+(?=[{ ])/gm));
    const recorded = rules.map(({ record }) => record);
    const named = [...rules.map(({ expr }) => expr), ...queries].flatMap((expr) =>
      expr.replaceAll(/"[^"]*"/g, "").match(/\b(?:vezne[_:][\w:]+|process_\w+)/g),
    );
    expect(new Set(named).size).toBeGreaterThan(25);
    expect(named.filter((name) => name !== null && !exposed.has(name) && !recorded.includes(name))).toEqual([]);
  });

  test("show every metric on the board, except when the process began", async () => {
    const described = [...(await collectAll()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name);
    const unseen = described.filter((name) => !queries.some((query) => query.includes(name)));
    expect(unseen).toEqual(["process_start_time_seconds"]);
  });

  test("give each alert a severity and a runbook that exists", () => {
    const headings = read("docs/operations.md").matchAll(/^#+ (.+)$/gm);
    const anchors = Array.from(headings, ([, text = ""]) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    );
    const alerts = rules.filter(({ alert }) => alert !== undefined);
    expect(alerts.length).toBeGreaterThan(15);
    for (const { alert, labels, annotations } of alerts) {
      const anchor = annotations?.runbook_url.replace("docs/operations.md#", "");
      expect([alert, labels?.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
      expect(anchors, alert).toContain(anchor);
    }
  });
});
