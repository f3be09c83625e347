import type { Language } from "@/server/domain/errors";
import type { PanelPermission } from "@/server/domain/people/access";
import type { PanelSession } from "@/server/usecases/people/session-queries";
import { answerFile as answerFileOf, type DoorFile, type FileRequest as FileRequestOf } from "../trpc/file-door";
import { type PanelDoorContext, panelDoor } from "./door";

export type FileRequest = FileRequestOf<PanelPermission>;

/** Answers a file of the panel, see `answerFile` of the doors. */
export const answerFile = <Row>(
  request: Request,
  door: PanelDoorContext,
  fileRequest: FileRequest,
  open: (session: PanelSession, language: Language) => Promise<DoorFile<Row>>,
): Promise<Response> => answerFileOf(panelDoor, request, door, fileRequest, open);
