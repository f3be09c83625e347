import { getBankBoard } from "@/server/usecases/banks/board-queries";
import { queryProcedure, router } from "../door";

/** Procedures of staff for the banks' computers (D-375). */
export const bankRouter = router({
  board: queryProcedure("bank.read").query(({ ctx: { ctx } }) => getBankBoard(ctx)),
});
