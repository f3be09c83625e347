import type { BankForm } from "@/server/banks/bank";
import { newProcessNumber } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import type { Ctx } from "@/server/usecases/ctx";

/** Returns the context of a process that is gone: no session holds the lease of its number. */
export const asGoneProcess = (ctx: Ctx): Ctx => ({ ...ctx, processNumber: newProcessNumber(systemRandom) });

/** Is thrown where a process would have been killed: nothing that follows happens. */
class Killed extends Error {}

/**
 * Lets a process die when the page with the bank's form is made: the attempt is on record, and no byte has left.
 * Returns the form that the dead process had in its memory.
 */
export async function killBeforeForm(
  start: (present: (made: { readonly form: BankForm }) => Promise<never>) => Promise<unknown>,
): Promise<BankForm> {
  const forms: BankForm[] = [];
  const died = await start(async ({ form }) => {
    forms.push(form);
    throw new Killed();
  }).catch((error: unknown) => error);
  const [form] = forms;
  if (!(died instanceof Killed) || !form) throw new Error("The process did not come to the form");
  return form;
}

/** Reads the token of the return address from the form that the browser posts to the scripted bank. */
export const readToken = ({ fields }: BankForm): string => fields[0]?.[1].split("/").at(-1) ?? "";
