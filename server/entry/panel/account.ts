import { listTerminals } from "@/server/usecases/list-terminals";
import { read, router } from "./door";

export const accountRouter = router({
  /** The account's terminals with the installment counts that each permits. */
  terminals: read("account.read").query(({ ctx: { ctx, session } }) =>
    listTerminals(ctx, { account: session.account }),
  ),
});
