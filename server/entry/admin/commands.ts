import { alertCommands } from "./alerts";
import { auditCommands } from "./audit";
import { bankCommands } from "./bank";
import type { AdminCommand } from "./command";
import { keysCommands } from "./keys";
import { peopleCommands } from "./people";
import { refundCommands } from "./refunds";
import { tariffCommands } from "./tariff";
import { webhookSecretCommands } from "./webhook-secret";
import { webhookCommands } from "./webhooks";

export const adminCommands: readonly AdminCommand[] = [
  ...alertCommands,
  ...auditCommands,
  ...bankCommands,
  ...webhookCommands,
  ...webhookSecretCommands,
  ...keysCommands,
  ...peopleCommands,
  ...refundCommands,
  ...tariffCommands,
];

/** The command that words name, with the values of its parameters; null when they fit none. */
export function findCommand(
  words: readonly string[],
): { command: AdminCommand; values: readonly string[] } | null {
  for (const command of adminCommands) {
    const name = command.name.split(" ");
    const values = words.slice(name.length);
    const isNamed = name.every((word, n) => words[n] === word);
    if (isNamed && values.length === command.parameters.length) return { command, values };
  }
  return null;
}

/** What can be typed. */
export function usage(): string {
  const forms = adminCommands.map(({ name, parameters, help }) => ({
    form: [name, ...parameters].join(" "),
    help,
  }));
  const width = Math.max(...forms.map(({ form }) => form.length));
  return [
    "npm run admin -- COMMAND",
    ...forms.map(({ form, help }) => `  ${form.padEnd(width)}  ${help}`),
  ].join("\n");
}
