import { openSandbox } from "./sandbox";

/** The instance with raised limits, which all projects except `limits` use. */
export const sandbox = openSandbox("E2E_SANDBOX");
export const { demo, other, suspended, closed, held, linksDisabled, amountLimited, hostRestricted } = sandbox.partners;
