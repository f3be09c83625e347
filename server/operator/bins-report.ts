import { describeBinProblems } from "../domain/pricing/bin-file-problem";
import type { BinChange, BinDifference } from "../domain/pricing/bin-import";
import type { BinFile } from "../domain/pricing/bin-import-file";
import type { BinRow } from "../domain/pricing/bin-table";
import type { BinFinding, FoundBin } from "../usecases/pricing/bin-queries";
import type { BinImportOutcome } from "../usecases/pricing/import-bins";

/** The number of lines of each kind that are printed; a count shows how many there are. */
const shownMax = 20;

/** Describes the faults of a file, one line for each. */
export const describeFaults = (path: string, { faults }: BinFile): string[] =>
  formatList(
    `${path} was not imported: ${formatCount(faults.length, "fault")}.`,
    faults.map(({ line, problems }) => `line ${line}: ${describeBinProblems(problems)}`),
  );

/** Describes the changes of an import, or those that a dry run found. */
export const describeImport = (
  { kind, difference }: Pick<BinImportOutcome, "kind" | "difference">,
  { conflicts, rows }: BinFile,
): string[] => {
  const { added, changed, removed, unchanged, newBanks } = difference;
  const done = kind === "imported" ? "Imported" : "Nothing was written (dry run)";
  const counts = `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged`;
  return [
    `${done}: ${counts}; the file lists ${formatCount(rows.length, "BIN")}.`,
    ...(kind !== "imported" && difference.removesMany ? [describeRefusal(difference)] : []),
    ...(changed.length > 0 ? formatList("Changed:", changed.map(describeChange)) : []),
    ...(removed.length > 0 ? formatList("Removed:", removed.map(describeRow)) : []),
    ...(newBanks.length > 0
      ? formatList("Banks that are new in the table (a misspelt name is never on-us):", newBanks)
      : []),
    ...(conflicts.length > 0
      ? formatList(
          `${formatCount(conflicts.length, "line")} on which the file's sources disagree:`,
          conflicts.map(({ line, bin, conflict }) => `line ${line}, ${bin}: ${removeControlCharacters(conflict)}`),
        )
      : []),
  ];
};

/** Describes why a file is refused: it would remove too many rows. */
export const describeRefusal = ({ removed, imported }: BinDifference): string =>
  `The import would remove ${removed.length} of ${formatCount(imported, "imported row")}, which is more than a tenth. ` +
  "If the file is the whole table, add --remove-many.";

/** Describes the row of a BIN and the rows of longer prefixes. */
export const describeFinding = (digits: string, { matched, longer }: BinFinding): string[] => [
  matched ? describeFound(matched) : `${digits}: there is no row.`,
  ...(longer.length > 0
    ? formatList(`${formatCount(longer.length, "longer prefix", "longer prefixes")}:`, longer.map(describeFound))
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
        `${field} ${formatValue(before[field])} → ${formatValue(field === "origin" ? "imported" : after[field])}`,
    )
    .join(", ")}`;

const formatValue = (value: string | boolean | null): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : value || "none";

/** Replaces control characters, because the column is free text of the file and must not control the terminal. */
const removeControlCharacters = (text: string): string => text.replace(/\p{C}/gu, "?").slice(0, 200);

const formatList = (title: string, lines: readonly string[]): string[] => [
  title,
  ...lines.slice(0, shownMax).map((line) => `  ${line}`),
  ...(lines.length > shownMax ? [`  and ${lines.length - shownMax} more`] : []),
];

const formatCount = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
