import { toFileNamePart } from "@/server/domain/ascii";
import { istanbulDate } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import type { PanelPermission } from "@/server/domain/people/access";
import type { PanelSession } from "@/server/usecases/people/session-queries";
import {
  answerFile as answerFileOf,
  type DoorFile,
  type FileRequest as FileRequestOf,
  type Workbook,
} from "../trpc/file-door";
import { type PanelDoorContext, panelDoor } from "./door";

export type FileRequest = FileRequestOf<PanelPermission>;

/** Answers a file of the panel, see `answerFile` of the doors. */
export const answerFile = <Row>(
  request: Request,
  door: PanelDoorContext,
  fileRequest: FileRequest,
  open: (session: PanelSession, language: Language) => Promise<DoorFile<Row>>,
): Promise<Response> => answerFileOf(panelDoor, request, door, fileRequest, open);

/** Who issues the files of the panel. */
export const issuer = "Vezne";

/** Returns what an XLSX file has in addition; null where the address asks for a CSV file. */
export const readWorkbook = (request: Request, workbook: Omit<Workbook, "issuer">): Workbook | null =>
  new URL(request.url).pathname.endsWith(".xlsx") ? { ...workbook, issuer } : null;

/** Returns the account as a part of a file's name: its name, or its code where that has no Latin letters. */
export const toAccountPart = ({ name, partnerId }: { readonly name: string; readonly partnerId: string }): string =>
  toFileNamePart(name) || toFileNamePart(partnerId);

/**
 * Returns the span of time of a file as a part of its name: `2026-11-01_2026-11-30`, days in Istanbul. A span without
 * an end ends today, and one without a beginning is only its last day.
 * @param span instants (UTC); the end is exclusive
 */
export function toSpanPart(span: { readonly from: Date | null; readonly to: Date | null } | null, now: Date): string {
  const last = istanbulDate(span?.to ? plusMs(span.to, -1) : now);
  return span?.from ? `${istanbulDate(span.from)}_${last}` : last;
}
