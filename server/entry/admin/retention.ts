import { keptData, keptNames } from "@/server/domain/retention/kept-data";
import type { Ctx } from "@/server/usecases/ctx";
import { eraseDue } from "@/server/usecases/retention/erase-due";
import { listRetention, type RetentionEntry } from "@/server/usecases/retention/queries";
import type { AdminCommand } from "./command";
import { withAudit } from "./with-audit";

/** The command that shows and erases the personal data whose age has ended (S38, D-281). */
export const retentionCommands: readonly AdminCommand[] = [
  {
    name: "retention",
    parameters: [],
    options: [{ name: "dry-run", value: null, isOptional: true }],
    help: "erases personal data whose age has ended; with --dry-run only lists it, with what is kept and why",
    async run(ctx, _, options) {
      const entries = await listRetention(ctx);
      if (options["dry-run"]) return [...formatEntries(entries, "due now"), "", ...formatKept()];
      const due = Object.fromEntries(entries.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
      const entry = { scope: "staff", action: "retention.run", subject: null, detail: due };
      return formatEntries(await withAudit(ctx, entry, () => eraseAll(ctx, entries)), "erased");
    },
  },
];

/** Erases all that is due, batch by batch. Returns the entries with the numbers of erased rows. */
async function eraseAll(ctx: Ctx, entries: readonly RetentionEntry[]): Promise<RetentionEntry[]> {
  const done: RetentionEntry[] = [];
  for (const entry of entries) {
    let count = 0;
    for (let erased = 1; erased > 0; count += erased) erased = await eraseDue(ctx, { name: entry.name });
    done.push({ ...entry, count });
  }
  return done;
}

function formatEntries(entries: readonly RetentionEntry[], countedAs: string): string[] {
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  return [
    ...formatTable([
      ["data", "whose", "age", countedAs, "oldest", "purpose"],
      ...entries.map(({ data, whose, ageDays, from, count, oldestAt, purpose }) => [
        data,
        whose,
        `${ageDays} days from ${from}`,
        String(count),
        oldestAt?.toISOString().slice(0, 10) ?? "-",
        purpose,
      ]),
    ]),
    `${total} ${total === 1 ? "row" : "rows"} ${countedAs}.`,
  ];
}

const formatKept = (): string[] =>
  formatTable([
    ["kept without an age", "until", "why"],
    ...keptNames.map((name) => [keptData[name].data, keptData[name].until, keptData[name].why]),
  ]);

/** Pads the columns of a table, except the last one. */
function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
