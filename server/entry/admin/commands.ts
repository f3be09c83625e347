import { approvalCommands } from "./approvals";
import { auditCommands } from "./audit";
import { bankCommands } from "./bank";
import { bankDayCommands } from "./bank-days";
import { bankBoardCommands } from "./banks";
import { booksCommands } from "./books";
import { captureCommands } from "./captures";
import type { AdminCommand, OptionValues } from "./command";
import { doctorCommands } from "./doctor";
import { installationCommands } from "./installation";
import { ledgerCommands } from "./ledger";
import { alertCommands, keysCommands } from "./operations";
import { formatOption, readOptions } from "./options";
import { pagesCommands } from "./pages";
import { peopleCommands } from "./people";
import { personCommands } from "./person";
import { reconcileCommands } from "./reconcile";
import { refundCommands } from "./refunds";
import { retentionCommands } from "./retention";
import { tariffCommands } from "./tariff";
import { webhookCommands, webhookSecretCommands } from "./webhooks";

export const adminCommands: readonly AdminCommand[] = [
  ...alertCommands,
  ...approvalCommands,
  ...auditCommands,
  ...bankCommands,
  ...bankBoardCommands,
  ...doctorCommands,
  ...installationCommands,
  ...captureCommands,
  ...booksCommands,
  ...ledgerCommands,
  ...bankDayCommands,
  ...webhookCommands,
  ...webhookSecretCommands,
  ...keysCommands,
  ...pagesCommands,
  ...peopleCommands,
  ...personCommands,
  ...reconcileCommands,
  ...refundCommands,
  ...retentionCommands,
  ...tariffCommands,
];

/**
 * Finds the command of the given words, with the values of its parameters and options; null when there is none.
 * @throws AppError validation_error when the options of the command are invalid
 */
export function findCommand(
  words: readonly string[],
): { command: AdminCommand; values: readonly string[]; options: OptionValues } | null {
  for (const command of adminCommands) {
    const name = command.name.split(" ");
    if (!name.every((word, n) => words[n] === word)) continue;
    const { values, options } = readOptions(command, words.slice(name.length));
    if (values.length === command.parameters.length) return { command, values, options };
  }
  return null;
}

/** Formats the list of all commands. @param others commands that work without the product's settings */
export function formatUsage(others: readonly { readonly form: string; readonly help: string }[] = []): string {
  const own = adminCommands.map(({ name, parameters, options = [], help }) => ({
    form: [name, ...parameters, ...options.map(formatOption)].join(" "),
    help,
  }));
  const forms = [...own, ...others];
  const width = Math.max(...forms.map(({ form }) => form.length).filter((length) => length <= formWidthMax));
  return [
    "npm run admin -- COMMAND",
    ...forms.map(({ form, help }) =>
      form.length > width ? `  ${form}\n${" ".repeat(width + 4)}${help}` : `  ${form.padEnd(width)}  ${help}`,
    ),
  ].join("\n");
}

/** The widest form that has its help on the same line; a wider one would move the help of all others to the right. */
const formWidthMax = 60;
