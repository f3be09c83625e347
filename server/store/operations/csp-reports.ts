import type { Db } from "../db";

export interface CspReportRow {
  readonly id: string;
  readonly directive: string;
  readonly blocked: string;
  readonly document: string;
  readonly receivedAt: Date;
}

export const insertCspReport = (db: Db, report: CspReportRow): Promise<unknown> =>
  db.prisma.cspReport.create({ data: report });
