import { type ErasedData, erasedData } from "@/server/domain/retention/erased-data";
import { type KeptData, keptData } from "@/server/domain/retention/kept-data";
import { readPersonQuery } from "@/server/domain/retention/person-query";
import { erasePerson } from "@/server/usecases/retention/erase-person";
import { getPersonData } from "@/server/usecases/retention/queries";
import { type AdminCommand, requireOption } from "./command";
import { withAudit } from "./with-audit";

/** The commands that answer a person who asks about their data (D-282). QUERY is what `readPersonQuery` reads. */
export const personCommands: readonly AdminCommand[] = [
  {
    name: "person find",
    parameters: ["QUERY"],
    help: "counts what is held about a person: an e-mail address, an IP address, a link's id or a payer's name",
    async run(ctx, [typed = ""]) {
      const data = await getPersonData(ctx, { query: readPersonQuery(typed) });
      return Object.entries(data).flatMap(([table, rows]) => [
        `${table}: ${rows.length}`,
        ...rows.slice(0, shownMax).map((row) => `  ${describeRow(row)}`),
      ]);
    },
  },
  {
    name: "person export",
    parameters: ["QUERY"],
    help: "prints everything that is held about a person as JSON, with purposes and ages",
    async run(ctx, [typed = ""]) {
      const query = readPersonQuery(typed);
      const entry = { scope: "staff", action: "person.export", subject: null, detail: { kind: query.kind } };
      const data = await withAudit(ctx, entry, () => getPersonData(ctx, { query }));
      const held = Object.entries(data).map(([table, rows]) => ({ table, ...describeTable(table), rows }));
      return [JSON.stringify({ exportedAt: ctx.clock.now(), held }, toPlain, 2)];
    },
  },
  {
    name: "person erase",
    parameters: ["QUERY"],
    options: [{ name: "reason", value: "TEXT" }],
    help: "erases what may be erased of a person who is no member any more, and says what stays and why",
    async run(ctx, [typed = ""], options) {
      const query = readPersonQuery(typed);
      // The entry names neither the person nor their address, which it would keep for good.
      const detail = { kind: query.kind, reason: requireOption(options, "reason") };
      const entry = { scope: "staff", action: "person.erase", subject: null, detail };
      const { rows, running } = await withAudit(ctx, entry, () => erasePerson(ctx, { query }));
      return [
        ...Object.entries(rows).map(([table, count]) => `erased: ${table} ${count}`),
        ...(running > 0 ? [`still running: ${running}. Repeat the command when they have ended.`] : []),
        ...toKept(query.kind === "email" ? keptOfMember : keptOfBuyer),
      ];
    },
  },
];

/** The rows of a table that `person find` shows. */
const shownMax = 20;

const keptOfMember = ["audit_log", "decisions", "refunds", "api_keys", "merchants"] as const;
const keptOfBuyer = ["payments", "attempts", "refunds", "links"] as const;

const toKept = (names: readonly (keyof typeof keptData)[]): string[] =>
  names.map((name) => `kept: ${keptData[name].data}, until ${keptData[name].until}, because ${keptData[name].why}`);

/** Shows the identifier of a row and its instant, without the data itself. */
function describeRow(row: object): string {
  const { id, partnerId, status, role, createdAt, removedAt, at, action } = row as Record<string, unknown>;
  const facts = [id, partnerId, role, status, action, createdAt ?? at, removedAt ? "removed" : null];
  return facts
    .filter((fact) => fact !== null && fact !== undefined)
    .map((fact) => (fact instanceof Date ? fact.toISOString() : String(fact)))
    .join("  ");
}

/** Returns the purposes and the ages of a table's personal data. */
function describeTable(table: string) {
  const isOf = ({ columns }: { readonly columns: readonly string[] }) =>
    columns.some((column) => column.startsWith(`${table}.`));
  const erased: readonly ErasedData[] = Object.values(erasedData);
  const kept: readonly KeptData[] = Object.values(keptData);
  return {
    purposes: [...erased, ...kept].filter(isOf).map(({ purpose }) => purpose),
    ages: [
      ...erased.filter(isOf).map(({ data, ageDays, from }) => `${data}: ${ageDays} days from ${from}`),
      ...kept.filter(isOf).map(({ data, until }) => `${data}: until ${until}`),
    ],
  };
}

const toPlain = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
