import type { BinChange, BinDifference } from "../domain/pricing/bin-import";
import type { BinFile } from "../domain/pricing/bin-import-file";
import type { BinRow } from "../domain/pricing/bin-table";
import type { BinFinding, FoundBin } from "../usecases/pricing/find-bin";
import type { BinImportOutcome } from "../usecases/pricing/import-bins";

/** Lines of each kind that are printed; the count says how many there are. */
const shownMax = 20;

/** What is wrong with a file, line by line. */
export const describeFaults = (path: string, { faults }: BinFile): string[] =>
  listed(
    `${path} was not imported: ${counted(faults.length, "fault")}.`,
    faults.map(({ line, reason }) => `line ${line}: ${reason}`),
  );

/** What an import has done, or would do. */
export const describeImport = (
  { kind, difference }: BinImportOutcome,
  { conflicts, rows }: BinFile,
): string[] => {
  const { added, changed, removed, unchanged, newBanks } = difference;
  const done = kind === "imported" ? "Imported" : "Not written (dry run)";
  const counts = `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged`;
  return [
    `${done}: ${counts}; the file lists ${counted(rows.length, "BIN")}.`,
    ...(kind !== "imported" && difference.removesMany ? [describeRefusal(difference)] : []),
    ...(changed.length > 0 ? listed("Changed:", changed.map(describeChange)) : []),
    ...(removed.length > 0 ? listed("Removed:", removed.map(describeRow)) : []),
    ...(newBanks.length > 0
      ? listed("Banks that the table did not know before (a misspelt one is never on-us):", newBanks)
      : []),
    ...(conflicts.length > 0
      ? listed(
          `${counted(conflicts.length, "line")} on which the file's sources disagree:`,
          conflicts.map(({ line, bin, conflict }) => `line ${line}, ${bin}: ${printable(conflict)}`),
        )
      : []),
  ];
};

/** Why a file is not taken as it is. */
export const describeRefusal = ({ removed, imported }: BinDifference): string =>
  `It would remove ${removed.length} of ${counted(imported, "imported row")}, more than a tenth: ` +
  "if the file is the whole table, say --remove-many.";

/** What the product knows of the cards that begin with these digits. */
export const describeFinding = (digits: string, { matched, longer }: BinFinding): string[] => [
  matched ? describeFound(matched) : `${digits}: no row.`,
  ...(longer.length > 0
    ? listed(`${counted(longer.length, "longer prefix", "longer prefixes")}:`, longer.map(describeFound))
    : []),
];

const describeFound = ({ offersInstallments, origin, ...row }: FoundBin): string =>
  `${describeRow(row)}, ${offersInstallments ? "installments" : "no installments"}, origin ${origin}`;

const describeRow = ({ bin, bank, brand, family, scheme, commercial, confidence }: BinRow): string =>
  [
    `${bin}: ${bank || "bank unknown"}`,
    brand ?? "no brand",
    family,
    scheme || "scheme unknown",
    commercial ? "commercial" : "personal",
    `${confidence} confidence`,
  ].join(", ");

const describeChange = ({ before, after, fields }: BinChange): string =>
  `${after.bin}: ${fields
    .map(
      (field) =>
        `${field} ${shown(before[field])} → ${shown(field === "origin" ? "imported" : after[field])}`,
    )
    .join(", ")}`;

const shown = (value: string | boolean | null): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : value || "none";

/** The column is free text of the file: nothing in it may steer a terminal. */
const printable = (text: string): string => text.replace(/\p{C}/gu, "?").slice(0, 200);

const listed = (title: string, lines: readonly string[]): string[] => [
  title,
  ...lines.slice(0, shownMax).map((line) => `  ${line}`),
  ...(lines.length > shownMax ? [`  and ${lines.length - shownMax} more`] : []),
];

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
