import type { StaffOutputs } from "../outputs";

/** A day-end file with the state of its day. */
export type BoardDay = StaffOutputs["bankDay"]["list"]["days"][number];

/** A day on which banks have movements that no file covers. */
export type MissingFile = StaffOutputs["bankDay"]["list"]["missing"][number];

/** A difference between a bank's day-end file and the books. */
export type BankDifference = StaffOutputs["bankDay"]["openDifferences"][number];

/** A day with its differences. */
export type BankDayView = StaffOutputs["bankDay"]["get"];

/** The known layouts of files, and the banks with their protocols. */
export type ImportChoices = StaffOutputs["bankDay"]["formats"];

export type ImportResult = StaffOutputs["bankDay"]["import"];

export type FileFault = Extract<ImportResult, { kind: "faulty" }>["faults"][number];

/** The address of the board of all days. */
export const bankDaysHref = "/staff/bank-days";

/** Returns an instant within a day `YYYY-MM-DD`, for texts that show the day in Turkish time. */
export const toDate = (day: string): Date => new Date(`${day}T12:00:00+03:00`);
