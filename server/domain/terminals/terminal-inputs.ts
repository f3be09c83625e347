import { problem } from "../field-words";
import {
  booleanValue,
  boundedList,
  choice,
  codeText,
  harmless,
  integerBetween,
  jsonObject,
  kurusBetween,
  nameText,
} from "../fields";
import { cardFamilies } from "../pricing/installments";
import { freePerTxMaxKurus, limitsForm, limitsInput, timeOfDay } from "./terminal-limits";

// What staff send to create and to change a terminal (D-41).

export const terminalProviders = ["bank", "alternate"] as const;
export type TerminalProvider = (typeof terminalProviders)[number];

/** How long a buyer has to complete 3-D Secure, in minutes (§8.1): it follows from the provider. */
export const validityMinutes: Readonly<Record<TerminalProvider, number>> = { bank: 30, alternate: 135 };

export const terminalModes = ["standard", "direct_collection"] as const;
export const commissionBases = ["gross", "net"] as const;

/** The installment counts that a terminal can have; tariffs have the same bounds. */
const countMax = 36;

/** A list in which nothing is repeated. */
const distinct = <T>(values: readonly T[]): boolean => new Set(values).size === values.length;

const counts = boundedList(integerBetween(1, countMax), 1, countMax).refine(distinct, problem("invalid"));
const families = boundedList(choice(cardFamilies), 1, cardFamilies.length).refine(distinct, problem("invalid"));

/** The settings that may be changed while payments run; `mode` and `bank` are none of them. */
const terminalSettings = jsonObject({
  name: harmless(nameText(80)),
  provider: choice(terminalProviders),
  allowedFamilies: families,
  supportsForeign: booleanValue(),
  effectiveCounts: counts,
  dayEndLocal: timeOfDay(),
  commissionBasis: choice(commissionBases),
  virtualPosActive: booleanValue(),
  pspActive: booleanValue(),
});

/** The version that the person saw. The change is refused when another person has changed the terminal since. */
const version = integerBetween(0, 2_147_483_647);

export const terminalId = codeText(64);

export const terminalSettingsForm = terminalSettings.extend({ reason: reasonText() });

export const terminalSettingsInput = terminalSettingsForm.extend({ terminalId, version });

export const terminalLimitsInput = jsonObject({ terminalId, version, limits: limitsInput, reason: reasonText() });

/** The form of the limits; the reason is asked of every change, because a second person may have to judge it. */
export const terminalLimitsForm = limitsForm.extend({ reason: reasonText() });

/** Switches a terminal on or off. */
export const terminalActiveInput = jsonObject({ terminalId, isActive: booleanValue(), reason: reasonText() });

export const goLiveInput = jsonObject({ terminalId, connectionId: codeText(64) });
export const overrideInput = goLiveInput.extend({ reason: reasonText() });
export const reasonForm = jsonObject({ reason: reasonText() });

/** The reason of a change, for the audit log and for the second person. */
function reasonText() {
  return harmless(nameText(500));
}

/** The limit per transaction with which a terminal begins; more needs a second person (D-247). */
const firstPerTx = () => kurusBetween(1n, freePerTxMaxKurus);

const newTerminalShape = {
  bank: codeText(32),
  mode: choice(terminalModes),
  perTx: firstPerTx(),
  /** In the sandbox: whether the terminal gets the agreement of a simulated bank's shop at once. */
  usesSimulatedShop: booleanValue(),
};

export const newTerminalForm = terminalSettings
  .omit({ virtualPosActive: true, pspActive: true })
  .extend(newTerminalShape);

export const newTerminalInput = newTerminalForm.extend({ partnerId: codeText(64) });
